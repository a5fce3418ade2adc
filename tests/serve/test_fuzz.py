"""Whatever is asked, the answer is one of those that were promised: never a 500, always JSON."""

import copy
import json
import random

import pytest
from tests.serve.drawn import DRAWN

pytest.importorskip("fastapi")

from tests.serve.asking import ask

from hazard.serve.answers import ErrorAnswer
from hazard.serve.functions import FUNCTIONS
from hazard.serve.workers import Limits

BODIES, REQUESTS = 3000, 1500
QUICK = {name: draw for name, (draw, _) in DRAWN.items() if name not in ("takeiteasy_race", "fivee_forecast")}
ODD = [
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**40, 1e308, 5e-324, -0.0, "", " ", "\x00",
    "\ud800", "💥", "a" * 300, "9" * 400, "../../etc/passwd", "/dev/zero", "con", "%s%n", "{0}", "__class__",
    "nan", "inf", [], [[]], [None], {}, {"": None}, {"a": {"a": {"a": {}}}}, "0 0 0 max", "d" * 50, "(" * 200,
    "99999d99999", "1d6!!!", "pig(target=10000)", "pig(die=64)", "2048(rows=0)", "connect4(columns=99)",
    "treesearch(threads=4)", "expectimax(depth=500)", "solve(tolerance=1e-300)", "random", "human",
    "goblin-ambush", "director(6)",
]  # fmt: skip


def mutated(rng, value):
    """The same with something changed somewhere inside."""
    value = copy.deepcopy(value)
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        roll = rng.random()
        if roll < 0.1:
            del value[key]
        elif roll < 0.2:
            value[rng.choice(("x", "language", "seed", "state", "depth", "", key + " "))] = rng.choice(ODD)
        else:
            value[key] = mutated(rng, value[key])
        return value
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        value[place] = mutated(rng, value[place])
        return value * rng.choice((1, 1, 1, 30))
    if isinstance(value, str) and value and rng.random() < 0.6:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(("", "0", "-", "\n", "ß", "(", "9999999")) + value[place + 1 :]
    if isinstance(value, int | float) and rng.random() < 0.6:
        return rng.choice((value + 1, -value, value * 1000, value / 3, str(value)))
    return rng.choice(ODD)


def noise(rng):
    """A body that is hardly a request."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return bytes(rng.choice(b'{}[]",:0123456789.eE+-truefalsn \\\\u') for _ in range(rng.randrange(120)))
    if kind == 2:
        return json.dumps(rng.choice(ODD)).encode()
    text = json.dumps(mutated(rng, DRAWN["dice_odds"][0](rng))).encode()
    place = rng.randrange(len(text) + 1)
    return text[:place] if kind == 3 else text[:place] + rng.randbytes(2) + text[place:]


def kept(answer, function):
    """Hold an answer against what was promised."""
    assert answer.status_code in (200, 400, 404, 405, 413, 415, 422, 504), (answer.status_code, answer.text)
    if answer.status_code == 200:
        function.answer.model_validate(answer.json())
    else:
        found = ErrorAnswer.model_validate(answer.json())
        assert "Traceback" not in found.message
        assert "site-packages" not in answer.text


def test_bodies_that_are_noise_are_refused_with_a_reason():
    async def questions(client):
        rng = random.Random(3)
        for _ in range(BODIES):
            function = rng.choice(list(FUNCTIONS.values()))
            headers = {
                "content-type": rng.choice(
                    ("application/json", "text/plain", "", "application/json; x", "*")
                ),
                "accept-language": rng.choice(("de", "en", "", "q=", "de;q=9", "\xff", ",,,;;;")).encode(
                    "latin-1"
                ),
            }
            body = noise(rng)
            try:
                kept(await client.post(function.path, content=body, headers=headers), function)
            except AssertionError as error:
                raise AssertionError(f"{function.name}: {body!r}") from error

    ask(questions, limits=Limits(seconds=5))


def test_requests_with_a_mistake_in_them_are_answered_or_refused_with_a_reason():
    async def questions(client):
        rng = random.Random(4)
        for _ in range(REQUESTS):
            name = rng.choice(list(QUICK))
            request = QUICK[name](rng)
            for _ in range(rng.randint(1, 2)):
                request = mutated(rng, request)
            body = json.dumps(request).encode()
            try:
                answer = await client.post(
                    FUNCTIONS[name].path, content=body, headers={"content-type": "application/json"}
                )
                kept(answer, FUNCTIONS[name])
            except AssertionError as error:
                raise AssertionError(f"{name}: {body!r}") from error

    ask(questions, limits=Limits(seconds=5))
