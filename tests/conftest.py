"""Puts this folder on the path, so that every test can import the twins and oracles that lie in it."""

import signal

import pytest


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """A shell starts what runs in the background with Ctrl-C ignored, and tests press it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
