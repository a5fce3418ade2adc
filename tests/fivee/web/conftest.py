"""The web pages are an extra: without it, none of their tests run."""

import pytest

pytest.importorskip("nicegui", reason="the web pages are an extra: pip install 'hazard[web]'")
