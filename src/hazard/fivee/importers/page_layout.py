"""What programs and scanners do to a page: marks of Homebrewery, labels on lines of their own, wrong digits.

Everything here only moves words or takes marks away, so that the reader of stat blocks meets one layout: a
label and its value on one line, one label a line.
"""

from __future__ import annotations

import html
import re

_UNSEEN = re.compile(
    r"<(head|script|style|nav|footer)\b[^<>]{0,500}>.*?</\1>|<!--.*?-->|<!doctype[^<>]{0,200}>", re.I | re.S
)
_ENDS_LINE = re.compile(
    r"</?(?:p|div|h\d|li|ul|ol|tr|table|section|article|header|dl|dd|dt|hr|html|body|main)\b[^<>\n]{0,300}>",
    re.I,
)
_TAG = re.compile(
    r"</?(?:span|b|i|em|strong|u|a|img|small|sup|sub|center|td|th|tbody|thead|font|mark|code|label|button"
    r"|svg|path)\b"
    r"[^<>\n]{0,300}>",
    re.I,
)
_BREAK = re.compile(
    r"<br ?/?>|^[ \t]*\\(?:page|column|pagebreak\w*|columnbreak)\b.*$|^[ \t>]*:+[ \t]*$", re.I | re.M
)
_FRAME = re.compile(r"^[ \t]*\{\{[\w,.:#=\"'% -]*$|^[ \t]*\}\}[ \t]*$", re.M)
_INLINE_FRAME = re.compile(r"\{\{[\w,.:#=-]+ ([^{}\n]*)\}\}")
_VALUE_BEHIND_COLONS = re.compile(r"^([ \t>]*\**[A-Z][\w ]{1,30}\**) ?::[ \t]*", re.M)
_LABELS = (
    r"armou?r class|hit points|speed|saving throws|skills|damage (?:vulnerabilities|resistances|immunities)"
    r"|condition immunities|vulnerabilities|resistances|immunities|senses|languages|challenge(?: rating)?"
    r"|proficiency bonus|initiative|ac|hp|cr"
)
_ALONE = re.compile(
    rf"^[ \t>*_]*(?P<label>{_LABELS})[*_: \t]*\n\s*(?=\S)(?![>*_ \t]*(?:{_LABELS})\b)", re.I | re.M
)
_SEVERAL = re.compile(
    r"^[ \t>*_-]*(?:ac|armou?r class|hp|hit points|speed)\b[^\n.!?]*?\d[^\n]*$", re.I | re.M
)
_NEXT_LABEL = re.compile(
    r"[,;|/]?[ \t*_]+(?=(?:\*\*)?(?:ac|armou?r class|hp|hit points|speed)\b[*_:. ]*\d)", re.I
)
_SIGN_APART = re.compile(r"(?<![\w)])([+-]) (\d{1,2})(?= to hit\b)", re.I)
_MISREAD_DICE = re.compile(
    r"(?<![\w])(?=[0-9lIO]*d[0-9lIO]+\b)(?=\w*[lIO])(?=\w{3})[0-9lIO]{1,2}d[0-9lIO]{1,3}\b"
)
_MISREAD_NUMBER = re.compile(
    r"(?<=DC )[0-9lIO]{2}\b|(?<![\w.])(?=[0-9]*[lIO])(?=[lIO]*\d)[0-9lIO]{2,3}(?=[ -](?:ft|feet|foot|to "
    r"hit)\b)"
)
_DIGITS = str.maketrans({"l": "1", "I": "1", "O": "0"})


def laid_out(text: str) -> str:
    """Return the text of a page with one label a line and its value beside it.

    >>> laid_out("Armor Class\\n15 (natural armor)\\nHit Points\\n9 (2d8)")
    'Armor Class 15 (natural armor)\\nHit Points 9 (2d8)'
    >>> laid_out("AC 15, HP 9 (2d8), Speed 30 ft.")
    'AC 15\\nHP 9 (2d8)\\nSpeed 30 ft.'
    >>> laid_out("+ 5 to hit. Hit: 7 (ld6 + 4), DC l3, 3O feet")
    '+5 to hit. Hit: 7 (1d6 + 4), DC 13, 30 feet'
    """
    if "</" in text or _ENDS_LINE.search(text):  # a page; a name may have an angle bracket of its own
        text = html.unescape(_TAG.sub("", _ENDS_LINE.sub("\n", _UNSEEN.sub("", text))))
    text = _BREAK.sub("\n", text).replace("&nbsp;", " ").replace("\u00a0", " ")
    text = _FRAME.sub("", _INLINE_FRAME.sub(r"\1", text))
    text = _VALUE_BEHIND_COLONS.sub(r"\1 ", text)
    text = _ALONE.sub(r"\g<label> ", text)
    text = _SEVERAL.sub(lambda found: _NEXT_LABEL.sub("\n", found[0]), text)
    text = _SIGN_APART.sub(r"\1\2", text)
    for misread in (_MISREAD_DICE, _MISREAD_NUMBER):
        text = misread.sub(lambda found: found[0].translate(_DIGITS), text)
    return text
