# Majlis in a container: no root, nothing written but /data, letters and FriBiDi inside. docs/operations.md says how to run it.

FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY render render
COPY storage storage
COPY bot bot
# Bytecode is right whatever a copied file's time says; the font lies where it is read from, so its second copy goes.
RUN python -m venv /majlis && /majlis/bin/pip install --no-cache-dir --no-compile . \
    && /majlis/bin/python -m compileall -q --invalidation-mode unchecked-hash /majlis/lib \
    && rm --force /majlis/*.otf \
    && /majlis/bin/pip uninstall --quiet --yes setuptools pip

FROM python:3.11-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/* \
    && python -m compileall -q --invalidation-mode unchecked-hash "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')" \
    && useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin majlis \
    && install --directory --owner=majlis --group=majlis --mode=0700 /data
COPY --from=build /majlis /majlis
ENV PATH=/majlis/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    XDG_CACHE_HOME=/data/cache \
    MAJLIS_DATABASE=sqlite:////data/majlis.db \
    MAJLIS_WEB_HOST=0.0.0.0
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/health', timeout=4)"]
ENTRYPOINT ["majlis"]
CMD ["run"]
