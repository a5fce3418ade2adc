"""Errors are data: every code has a sentence in every language, and every sentence is somebody's."""

import ast
import pickle
import re
from pathlib import Path
from typing import get_args

import pytest

from hazard import _core, language, schema
from hazard.errors import HazardError
from hazard.fivee.content.tasks import tasks
from hazard.fivee.content.words import ABILITIES, CONDITIONS
from hazard.fivee.content.words import WORDS as VOCABULARY
from hazard.game import GameError
from hazard.render.sentences import STOPPED
from hazard.spire.agent.grids import DeckPurpose
from hazard.spire.run.phrases import WORDS as RUN_WORDS

ROOT = Path(__file__).parents[1]
PACKAGES = sorted({language.PACKAGE, *language.homes().values()})
CODE = re.compile(r"[a-z0-9]+(\.[a-z0-9_]+)+")
ERROR = re.compile(r"\w*Error|fail|refuse|Caveat|Statement|phrase|say")


def calls():
    """Every call in the sources with the name of what is called, and where it stands."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                yield name, node, f"{path.relative_to(ROOT)}:{node.lineno}"


def raised():
    """Every code that the sources raise, with the names of its context and where it stands."""
    for name, node, where in calls():
        context = {word.arg: word.value for word in node.keywords}
        code = node.args[0] if node.args and ERROR.fullmatch(name) else None
        if name == "refuse_idle":
            code = context.pop("because")
        if isinstance(code, ast.Constant) and isinstance(code.value, str) and CODE.fullmatch(code.value):
            yield code.value, set(context), where


def thrown():
    """The same of the C++ sources: ``GameError("code", {{"name", ...}, ...})``."""
    for path in sorted((ROOT / "cpp").rglob("*.?pp")):
        if "tests" in path.parts:
            continue
        text = path.read_text("utf-8")
        for found in re.finditer(r'GameError\(\s*"([a-z0-9]+\.[a-z0-9_]+)"', text):
            end = text.index(";", found.end())
            names = set(re.findall(r'\{\s*"(\w+)",', text[found.end() : end]))
            if re.match(r",\s*context\)", text[found.end() :]):  # put together before
                continue
            yield found[1], names, f"{path.relative_to(ROOT)}"


TOPICS = {
    "render": "told limit",
    "fivee": "answer ask balance changes day difficulty director doing forecast note objectives odds plot "
    "reply round session stat_block transcript web",
    "spire": "advice web", "takeiteasy": "web", "backgammon": "web", "pig": "web", "twenty48": "web",
}  # fmt: skip
SPOKEN = {*(f"{domain}.{topic}." for domain, topics in TOPICS.items() for topic in topics.split()), "web."}
"""Topics whose sentences are asked for by their names alone: of a ``Speaker``, or of the visit to a page."""
SPEAKERS = {"say", "words", "odds", "told", "word", "visit", "names"}


BEGINNINGS = ("intends_", "prefers_", "aggression_", "direction_", "plies_", "kind_", "entry_", "total_")
"""Of names whose end is chosen by a value."""


def asked():
    """Each name that a speaker is asked for, with the gaps that are filled, or None where others may be."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            on = isinstance(node.func, ast.Call) and getattr(node.func.func, "attr", "") == "on"
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            key = node.args[0].value
            if (on or name in SPEAKERS) and isinstance(key, str) and re.fullmatch(r"[a-z]\w*", key):
                gaps = {word.arg for word in node.keywords}
                yield key, None if None in gaps else gaps, f"{path.relative_to(ROOT)}:{node.lineno}"


def constants():
    """Each text that the sources have, among them the names that are chosen by a value."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def sentences(of):
    return {code: text for package in PACKAGES for code, text in language.catalogue(package, of).items()}


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("other", language.languages()[1:])
def test_every_language_is_complete(package, other):
    assert list(language.incomplete(package, other)) == []


def test_every_code_has_a_sentence_with_just_its_context():
    english, wrong = sentences("en"), []
    for code, context, where in [*raised(), *thrown()]:
        if code not in english:
            wrong.append(f"{where}: {code} is in no catalogue")
        elif language.gaps(english[code]) != context:
            wrong.append(f"{where}: {code} has the gaps {sorted(language.gaps(english[code]))}")
    assert not wrong


BY_VALUE = {
    "schema.": [*schema._EXPECTED.values(), *schema._LIMITS.values(), "other_value"],
    "language.": ["decimal_point", "group_separator", "percent"],
    "game.": ["no_move_at_the_end", "no_such_move", "text_is_no_move"],
    "dice.": ["mistake", "mistake_expecting"],
    "search.": ["game_is_over", "chance_is_to_move"],
    "pig.move.": [action.name.lower() for action in _core.PigAction],
    "twenty48.move.": [slide.name.lower() for slide in _core.Twenty48Slide],
    "boards.move.": [*(way.name.lower() for way in _core.EinSteinDirection), "action", "outcome"],
    "holdem.move.": ["push", "fold", "call"],
    "secrets.card.": ["jack", "queen", "king"],
    "secrets.move.": ["bet", "bid", "call", "check", "fold", "liar", "pass", "raise", "rolls"],
    "several.told.": ["exact", "estimate"],
    "render.told.": [
        *(f"stopped_{why}" for why in STOPPED),
        *(f"button_{name}" for name in ("expand", "collapse", "fit", "zoom_out", "zoom_in")),
        *("bound_lower", "bound_upper", "cut_alpha_beta", "cut_star1", "cut_star2", "cut_table", "cut_reach"),
        *("leaf_table", "leaf_reach", "leaf_horizon", "leaf_over"),
        *("mark_table", "mark_reach", "mark_horizon"),
    ],
    "adapter.reason.": ["mean_field", "at_the_same_time", "sampled", "hidden"],
    "registry.cannot.": ["game", "policy", "import", "read"],
    "solve.remark.": ["rises", "falls", "cancels", "unsettled"],
    "check.shape.": ["parameters", "parameters_of_several"],
    "backgammon.id_of.": ["match", "position"],
    "backgammon.rollout.": ["games", "seed", "plies", "threads"],
    "render.limit.": ["short_play_outs", "short_play_outs_hint"],
    "backgammon.move.": ["max_begins", "min_begins"],
    "spire.move.": [
        *("end", "done", "on", "throw_at", "choose", "choose_nothing", "drink", "draw", "grown", "nobody"),
        *("card_cost", "card_cost_then", "card_free", "card_free_then", "card_withheld"),
    ],
    "spire.chance.": [*(kind.name.lower() for kind in _core.SpireDealt), "no_intent"],
    "spire.run.": [
        *(kind.name.lower() for kind in _core.SpireRunMoveKind),
        *("chance", "gold", "back", "bottled", "to_boss"),
        *(f"purpose_{purpose}" for purpose in RUN_WORDS["purpose"]),
        *(f"room_{room}" for room in RUN_WORDS["room"]),
        *(f"rest_{option}" for option in RUN_WORDS["rest"]),
        *("reward_card", "reward_emerald_key", "reward_sapphire_key"),
    ],
    "spire.unknown.": [
        *("card", "monster", "move", "potion", "power", "relic"),
        *("does_nothing", "only_its_cost", "repeats_damage", "stays"),
    ],
    "fivee.ability.": ABILITIES,
    "fivee.condition.": CONDITIONS,
    "fivee.doing.": [name for name in VOCABULARY["standard"] if name != "none"],
    "fivee.shape.": VOCABULARY["shape"],
    "fivee.task.": tasks(),
    "fivee.difficulty.": ["easy", "medium", "hard", "deadly", "low", "moderate", "high"],
    "fivee.help.": ["commands"],
    "fivee.ask.": ["contest_grip", "contest_hide"],
    "fivee.reply.": ["roll_hits", "roll_misses"],
    "fivee.transcript.": [
        "party_win",
        *(f"death_save_{how}" for how in ("made", "failed", "natural_1", "natural_20")),
    ],
    "monopoly.move.": [
        kind.name.lower()
        for kind in _core.MonopolyKind
        if kind.name not in ("DICE", "CHANCE_CARD", "CHEST_CARD")
    ],
    "monopoly.chance_card.": map(str, range(16)),
    "monopoly.chest_card.": map(str, range(16)),
    "spire.pile.": ["draw_pile", "discard_pile", "exhaust_pile", "hand"],
    "spire.why.": [
        *get_args(DeckPurpose),
        *(f"cost_{fight}" for fight in ("boss", "elite", "hallway")),
        *(f"option_{option}" for option in ("dig", "lift", "recall", "rest", "smith", "toke")),
        *("with_hp", "with_hp_before_boss"),
    ],
}
"""Codes that are chosen by a value: of an enumeration of the core, or of a closed list."""


def test_who_is_asked_for_a_sentence_by_its_name_has_it_with_just_these_gaps():
    english = sentences("en")
    known = {}
    for code, text in english.items():
        topic, _, name = code.rpartition(".")
        if f"{topic}." in SPOKEN or topic == "web.tree":
            known.setdefault(name, []).append(language.gaps(text))
    wrong = [
        f"{where}: {name} has the gaps {known[name]}"
        for name, gaps, where in asked()
        if name in known and gaps is not None and gaps not in known[name]
    ]
    assert not wrong


def test_every_sentence_is_used():
    put_together = {f"{start}{end}" for start, ends in BY_VALUE.items() for end in ends}
    by_value = (
        "check.fix.",
        "registry.kind_",
        "compiled.",
        "fivee.term.",
        "setting.",
        "backgammon.match_state.",
        "backgammon.xgid.",
    )
    put_together |= {code for code in sentences("en") if code.startswith(by_value)}
    named = set(constants())
    used = {code for code, _, _ in [*raised(), *thrown()]} | put_together | named

    def spoken(code):
        topic, _, name = code.rpartition(".")
        begins = re.sub(r"_(?:yes|no|inside|help|unwritten|\d)$", "", name)
        begun = any(name.startswith(begin) and begin in named for begin in BEGINNINGS)
        whole = f"{topic}." in SPOKEN or topic == "web.tree"
        return whole and (name in named or begins in named or begun)

    assert sorted(code for code in sentences("en").keys() - used if not spoken(code)) == []


def test_a_code_is_kept_where_its_first_word_says():
    for package in PACKAGES:
        for code in language.catalogue(package, "en"):
            assert language.homes().get(code.partition(".")[0], language.PACKAGE) == package


def test_sentences_in_place_of_errors_are_not_raised():
    """Whoever raises an error of hazard gives a code; a sentence belongs into the catalogue."""
    kinds = {"GameError", "UserError", "ContentError", "SettingError", "WeightsError", "SolutionError",
             "MessageError", "HazardError", "TooManyStatesError"}  # fmt: skip
    wrong = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                first, name = node.exc.args[0], getattr(node.exc.func, "id", "")
                if isinstance(first, ast.Call):
                    continue  # words that a reply has made in the reader's language
                parts = [part.value for part in ast.walk(first) if isinstance(part, ast.Constant)]
                said = any(isinstance(part, str) and " " in part.strip(", ") for part in parts)
                code = isinstance(first, ast.JoinedStr) and re.fullmatch(r"[a-z_]+\.[a-z_.]*", parts[0])
                text = (isinstance(first, ast.JoinedStr | ast.BinOp) and not code) or said
                if name in kinds and text:
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not wrong


def test_an_error_travels_and_is_told_in_any_language():
    error = GameError("content.no_such_file", file="mine.toml")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.context) == (GameError, error.code, error.context)
    assert again.told("de") == "mine.toml: diese Datei gibt es nicht"
    assert again.told("xx") == str(again) == "mine.toml: there is no such file"


def test_an_error_within_an_error_is_told_in_the_same_language():
    inner = HazardError("content.no_such_file", file="mine.toml")
    outer = HazardError("schema.wrong", place="creature: ", why=inner)
    assert outer.told("de") == "creature: mine.toml: diese Datei gibt es nicht"


def test_catalogues_are_files_of_the_package():
    for package in PACKAGES:
        for each in language.languages():
            assert list(language.files(package, each))


def test_a_language_may_be_files_elsewhere(monkeypatch, tmp_path):
    """In a file for each package, in a folder by topic, or both."""
    (tmp_path / "language").mkdir()
    (tmp_path / "fivee/language/xx").mkdir(parents=True)
    (tmp_path / "language/xx.toml").write_text('[content]\nno_such_file = "{file}??"\n')
    (tmp_path / "fivee/language/xx.toml").write_text('[fivee]\nnothing_to_undo = "!"\n')
    (tmp_path / "fivee/language/xx/more.toml").write_text(
        '[fivee]\nnothing_to_redo = "?"\nwords = ["a", "b"]\n'
    )
    monkeypatch.setenv(language.OUTSIDE, str(tmp_path))
    caches = [each for each in vars(language).values() if hasattr(each, "cache_clear")]
    for each in caches:
        each.cache_clear()
    try:
        assert language.languages() == ("en", "de", "xx")
        assert language.phrase("content.no_such_file", "xx", file="a") == "a??"
        assert [language.phrase(f"fivee.nothing_to_{what}do", "xx") for what in ("un", "re")] == ["!", "?"]
        assert language.typed_words("fivee.words") == ("a", "b")
        assert language.phrase("fivee.nothing_to_write", "xx") == language.phrase("fivee.nothing_to_write")
        assert language.number(1234.5, ",.1f", "xx") == "1,234.5", "signs fall back to English"
    finally:
        monkeypatch.undo()
        for each in caches:
            each.cache_clear()
