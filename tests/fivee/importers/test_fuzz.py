"""Files that are wrong in every way: an error that names the place, and nothing else."""

import random

import pytest
from tests.fivee.importers.import_mutations import mutated
from tests.fivee.importers.import_samples import EVERY_SAMPLE

from hazard.fivee.content.library import ContentError
from hazard.fivee.importers import FORMATS, import_text


def refusal(text: str, name: str, form: str = "auto") -> str:
    """Return the error of a bad file, or nothing; any other exception is a fault of ours."""
    try:
        import_text(text, name, form)
    except ContentError as error:
        return str(error)
    return name


@pytest.mark.parametrize("seed", range(30))
def test_a_mutated_file_is_read_or_refused_with_its_place(seed: int) -> None:
    random_source = random.Random(seed)
    for form, sample in EVERY_SAMPLE.items():
        text = mutated(sample, random_source)
        assert refusal(text, "mutant.txt").startswith("mutant.txt"), form


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "auto"])
def test_a_file_of_another_format_is_read_or_refused(form: str) -> None:
    for sample in EVERY_SAMPLE.values():
        assert refusal(sample, "other.json", form).startswith("other.json")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 50_000, "1e999999", "\x00", "[NaN]", '"\\ud800"', "a\n" * 1000]
)
def test_a_hostile_file_is_refused(text: str) -> None:
    for form in FORMATS:
        with pytest.raises(ContentError):
            import_text(text, "hostile.json", form)
