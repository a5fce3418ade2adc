"""Creatures from other programs' files and from pasted stat blocks, with a list of doubts."""

from hazard.fivee.importers.formats import FORMATS, import_file, import_text
from hazard.fivee.importers.report import Imported, Note, Reading

__all__ = ["FORMATS", "Imported", "Note", "Reading", "import_file", "import_text"]
