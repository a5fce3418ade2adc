"""Puts this folder on the path, so that every test can import the twins and oracles that lie in it."""

import signal

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the machine does, and no law here is about time.
settings.register_profile("hazard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hazard")


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """A shell starts what runs in the background with Ctrl-C ignored, and tests press it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
