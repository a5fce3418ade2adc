"""Commands print as on the narrowest usual terminal, whatever the tests are run from."""

import pytest


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    """Print as on the narrowest usual terminal, whatever the tests are run from."""
    monkeypatch.setenv("COLUMNS", "80")
