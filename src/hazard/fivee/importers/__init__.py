"""Creatures from other programs' files and from pasted stat blocks, with a list of doubts."""

from hazard.fivee.importers.formats import FORMATS, import_file, import_text
from hazard.fivee.importers.report import Creatures, Imported, Note, Reading, Skipped

__all__ = ["FORMATS", "Creatures", "Imported", "Note", "Reading", "Skipped", "import_file", "import_text"]
