"""Scenes drawn: pictures and text of boards, cards and replays. Knows positions, no tables, no languages."""
