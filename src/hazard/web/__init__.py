"""The web page: everything hazard does, to look at and to click. ``hazard web`` opens it.

The pages call the same public functions as the command line and add no rules and no search of their own:

- :mod:`~hazard.web.app`: the server, and which page lives where;
- :mod:`~hazard.web.guard`: who may come in;
- :mod:`~hazard.web.failing`: pages that fail, and pages that are not there;
- :mod:`~hazard.web.store`: what people entered, on the disk before the page says so;
- :mod:`~hazard.web.work`: long work beside the page, with progress and a way to stop it;
- :mod:`~hazard.web.frame` and :mod:`~hazard.web.words`: what every page has in common, in English and German;
- :mod:`~hazard.web.drawing`: boards and maps as SVG;
- :mod:`~hazard.web.pages`: one file for each page.
"""
