"""How a decision is shown: as text, as JSON, as a drawing and as a log."""

from typing import TYPE_CHECKING

from hazard.lazy import lazily

if TYPE_CHECKING:
    from hazard.render.document import DecisionDocument, document
    from hazard.render.drawing import draw
    from hazard.render.explain import Explanation, explain
    from hazard.render.log import trace_text

__all__ = ["DecisionDocument", "Explanation", "document", "draw", "explain", "trace_text"]

lazily(
    __name__,
    {
        "hazard.render.document": ["DecisionDocument", "document"],
        "hazard.render.drawing": ["draw"],
        "hazard.render.explain": ["Explanation", "explain"],
        "hazard.render.log": ["trace_text"],
    },
)
