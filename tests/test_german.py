"""German pages are German: a small sample of what benchmarks/german.py draws by the thousand."""

from german import battery, english_only, words


def test_suggestions_logs_refusals_moves_and_plans_have_no_english_word_of_ours():
    leaked = {kind: dict(found) for kind, (_, found) in battery(seed=1, size=24).items() if found}
    assert leaked == {}


def test_the_battery_would_notice_an_english_word():
    assert {"there", "undo"} <= english_only() & words(iter(["there is nothing to undo"]))
