"""The ``hazard`` command: one file for each subcommand, :mod:`hazard.cli.app` puts them together."""

from hazard.cli.app import app, main

__all__ = ["app", "main"]
