"""What each command of `majlis` does; every one gives its exit code."""
