"""The doors for other programs: ``hazard serve`` (HTTP and JSON) and ``hazard mcp`` (Model Context Protocol).

Both call the same functions, so that they give the same answers as the library and as ``--json``:

- :mod:`~hazard.serve.requests` and :mod:`~hazard.serve.answers`: the schemas of what comes in and goes out;
- :mod:`~hazard.serve.functions`: the one table of functions, and :mod:`~hazard.serve.allowed`: what they may
  name;
- :mod:`~hazard.serve.workers`: the processes that they run in, with limits on time and a way to stop them;
- :mod:`~hazard.serve.mistakes`: errors as a code, a sentence in the reader's language, and a context;
- :mod:`~hazard.serve.guard`: who may come in;
- :mod:`~hazard.serve.http` and :mod:`~hazard.serve.mcp`: the doors themselves.
"""
