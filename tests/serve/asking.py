"""Asking ``hazard serve``: in this process, or a real one."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import anyio
import httpx

from hazard.serve.guard import Guard
from hazard.serve.http import application
from hazard.serve.workers import Limits

TOKEN = "a-token-for-the-tests-only"
RIGHT = {"authorization": f"Bearer {TOKEN}"}


@contextlib.asynccontextmanager
async def asking(limits=None, origins=()):
    """Yield a client of the whole door, guard included, in this process."""
    limits = limits or Limits()
    app = application(limits)
    guard = Guard(app, "127.0.0.1", TOKEN, limits.bytes, origins)
    transport = httpx.ASGITransport(guard, raise_app_exceptions=False)
    async with app.router.lifespan_context(app):
        client = httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8322/v1", headers=RIGHT, timeout=120
        )
        async with client:
            yield client


def ask(questions, **settings):
    """Run ``questions(client)`` to its end."""

    async def whole():
        async with asking(**settings) as client:
            return await questions(client)

    return anyio.run(whole)


@contextlib.contextmanager
def served(folder, *options, command="serve"):
    """Run a real server; yield its process, its address and its token."""
    file = folder / "kept" / "door.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "hazard", command, "--token-file", str(file), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    try:
        while not file.exists():
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.05)
        told = json.loads(file.read_text())
        wait_until_open(told["address"])
        yield process, told["address"], told["token"]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        process.stdout.close()
        process.stderr.close()


def wait_until_open(address):
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)


def post(address, token, request, timeout=60, **headers):
    """Return the status and the answer."""
    sent = urllib.request.Request(
        address,
        json.dumps(request).encode(),
        {"content-type": "application/json", "authorization": f"Bearer {token}", **headers},
    )
    try:
        with urllib.request.urlopen(sent, timeout=timeout) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
