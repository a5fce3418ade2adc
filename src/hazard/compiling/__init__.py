"""Rules written in Python at the speed of compiled ones, and games from shared libraries.

From the outside in: ``compiling.game`` is what users call; ``rules`` makes the table of functions of a game;
``entries`` writes the functions of that table; ``statements``, ``calls``, ``library``, ``reckoning``,
``expressions``, ``sequences``, ``arithmetic`` and ``emitter`` compile the methods, each class deriving from
the one after it; ``types``, ``values`` and ``layout`` say what there is and how it lies in memory;
``machine`` is LLVM.
"""
