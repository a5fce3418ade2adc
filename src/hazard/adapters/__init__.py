"""Games of other libraries as :class:`hazard.Game`: OpenSpiel and Gymnasium.

Neither library is needed until its function is called; a missing one says what to install.
"""

from hazard.adapters.gymnasium import from_gymnasium
from hazard.adapters.openspiel import from_openspiel

__all__ = ["from_gymnasium", "from_openspiel"]
