"""Saving throws in the words that the rules know, whatever a publisher calls them."""

from __future__ import annotations

from hazard.fivee.importers.prose.lexicon_parts import CONDITION_WORD, FT, rows

_WHO_EACH = r"(?:those|creatures|targets|one|an? (?:creature|target)|(?:any|each|the) (?:creature|target))"
_THEN = (
    r"(?=takes?\b|is\b|are\b|isn't\b|aren't\b|has\b|have\b|becomes?\b|falls?\b|suffers?\b|can't\b"
    r"|drops?\b)(?!(?:is|are|becomes?) (?:immune|unaffected))"
)
SAVES = rows(
    (r"\bmust each (?=succeed|make|attempt|roll)", "must "),
    (r"(?:(?<=[.;] )|^)each must\b", "each target must"),
    (
        r"\b((?:must|can) (?:make|repeat) (?:an? DC \d+ \w+|the) (?:save|saving throw)(?: at the (?:end"
        r"|start) of each of its turns)?),?"
        r" (with (?:dis)?advantage [^,.;]{3,60}), ((?:taking|ending|or) [^.]*)",
        r"\1, \3. The saving throw is made \2",
    ),
    (
        r"(?:(?<=[.;] )|^)[^.;]{1,60}? (?:deals|inflicts) (?P<harm>\d+ \([^()]*\) \w+ damage) to "
        r"(?P<who>(?:each|every|all|any)"
        r" [^.;]{3,80}?) (?:that|who) fails? an? (?P<throw>DC \d+ \w+) (?:save|saving throw)",
        r"\g<who> must succeed on a \g<throw> saving throw or take \g<harm>",
    ),
    (
        r"\buntil (the (?:start|end) of [^,.;]{3,40}? next turn), ((?:the (?:target|creature)|it) "
        r"(?:(?! and )[^.;]){3,160}?)(?=[.;]|$)",
        r"\2 until \1",
    ),
    (
        r"(?:(?<=[.;:] )|^)(?P<who>(?:each|every|any|all|creatures|targets|enemies|an?) ?[^.;]{0,90}?),? "
        r"(?:(?:and|that|who"
        r"|which) )?(?:fails?|failing) an? (?P<throw>DC \d+ \w+) (?:save|saving throw),? (?P<verb>is|are"
        r"|takes?|falls?|becomes?"
        r"|drops?|loses?)(?= )",
        r"\g<who> must succeed on a \g<throw> saving throw or \g<verb>»",
    ),
    (r"\bfailure means (?:that )?(?=\d)", "On a failed save, the target takes "),
    (r"\b(?:attempts?|makes?|try|tries|rolls?) the (?:save|saving throw) again\b", "repeat the saving throw"),
    (
        r",? or takes (?:only )?half (?:as much damage|the damage|that damage|damage)(?P<not> (?:and|but) "
        r"[^.;]{3,60}?)? on a"
        r" (?:success(?:ful (?:save|saving throw|one))?)(?=[.;]|$)",
        r". On a success, a creature takes half the damage\g<not>",
    ),
    (
        r"\b(?:(?:pinned|stuck|fixed|nailed|held fast) (?:to|against) (?:an?|the) [\w ]{3,30}, |(?:pinned"
        r"|held|trapped)(?: in place)?"
        r" and )(?=restrained\b)",
        "",
    ),
    (
        r"(?:(?<=[.;:] )|(?<=, and )|(?<=damage and )|^)(?P<who>(?:the|that|a|any|each) (?:[\w-]+ "
        r")?(?:target|creature)"
        r"(?: [^.,;:\d]{3,50}?)?|it) (?P<verb>is|takes|falls|becomes|loses|drops|has|can't) "
        r"(?P<harm>[^.;]{3,120}?),? unless"
        r" (?:it|the \w+|that \w+) (?:succeeds (?:on|at)|makes|passes|can succeed on) an? (?:successful )?"
        r"(?P<throw>DC \d+ \w+) (?:save|saving throw)(?=[.;]|$)",
        r"\g<who> must succeed on a \g<throw> saving throw or \g<verb>» \g<harm>",
    ),
    (r"\b(?:is|are)» ", "be "),
    (r"\bhas» ", "have "),
    (r"\bbecomes» ", "become "),
    (r"\bcan't» ", "be unable to "),
    (r"\b(take|fall|lose|drop|become)s?» ", r"\1 "),
    (
        r"\b(?:must |can )?(?:makes?|attempts?|rolls?) an? successful (?=(?:DC \d|strength|dexterity"
        r"|constitution|"
        r"intelligence|wisdom|charisma))",
        "must succeed on a ",
    ),
    (
        r"\b(?:an?|any|each|the) (?:\w+ )?(?:creature|target|enemy) (?:that|who|which) (?:succeeds (?:on"
        r"|at)|makes|passes)"
        r" an? (?:successful )?(DC \d+ \w+) (?:save|saving throw) (?:resists|avoids|negates|ignores|isn't "
        r"affected by"
        r"|is unaffected by) (?:the|this|these) [\w ]{3,24}(?=[.;]|$)",
        r"the target can resist this effect with a successful \1 saving throw",
    ),
    (
        r"\b(?:a )?success(?:ful (?:save|saving throw))? means (?:that (?:it|the \w+) takes )?(?:only "
        r")?half(?:(?: the)? damage\b|(?=[.;]|$))",
        "on a success, the target takes half the damage",
    ),
    (r"\band no (?:poison|blind|deaf|stun|paraly|charm|frighten)\w*(?=[.;]|$)", "and isn't affected"),
    (
        r"(?:(?<=[.;] )|(?<=, ))(?:but )?(?:it |the (?:target|creature) )?(?:can|may) (?:also )?(?:attempt"
        r"|make|try|roll)"
        r" (?:a|an) (?:new|another|further|additional) (?:save|saving throw)(?= at)",
        "the target can repeat the saving throw",
    ),
    (
        r"\b(at the (?:end|start) of each of its turns),? to (?:end|shake off|throw off|break) (?:the|this"
        r"|its)?"
        r" ?(?:effects?|conditions?|charm|spell|paralysis|fear|poison)\b",
        r"\1, ending the effect on itself on a success",
    ),
    (r", but (?=the target can repeat the saving throw)", ". "),
    (
        rf"\b(?:an?|any|each) (?:creature|target|humanoid) (?:that (?:is|was|has been) "
        rf")?(?:{CONDITION_WORD}|affected)"
        r" (?:in this way|by (?:this \w+|it|§|the [\w'-]+(?: [\w'-]+)?)) (?=(?:can |may )?(?:repeats?"
        r"|makes?|attempts?) )",
        "the target ",
    ),
    (
        r"\b(?:make|attempt|roll)s? (?:a )?(DC \d+ \w+ )(?:saves|saving throws)\b",
        r"must make a \1saving throw",
    ),
    (
        r"\b(?:attempt|make|roll|try) (?:a|an) (?:new|another|further|additional|fresh) (?:save|saving throw)"
        r"(?= (?:at|on|each|every|when|whenever)\b)",
        "repeat the saving throw",
    ),
    (r"\bmay (?=(?:also )?(?:repeat|make|attempt|use|end)\b)", "can "),
    (r"\b(?:each|every|any) time (?=(?:it|the (?:target|creature)) takes )", "whenever "),
    (r"\b(whenever (?:it|the (?:target|creature)) takes damage) (?=it |the )", r"\1, "),
    (
        rf"\b({CONDITION_WORD}|affected) (?:creatures|targets) (?=(?:can )?repeat )",
        r"a \1 creature ",
    ),
    (
        rf"\b{_WHO_EACH} (?:who|that|which) fails?(?: (?:its|the|this|that) (?:save|saving throw))?"
        rf",? {_THEN}",
        "on a failed save, a creature ",
    ),
    (
        rf"\b{_WHO_EACH} (?:who|that|which) succeeds?(?: (?:on|at) (?:its|the|this|that) "
        rf"(?:save|saving throw))?,? {_THEN}",
        "on a success, a creature ",
    ),
    (r"(?<=save, a creature )are\b|(?<=success, a creature )are\b", "is"),
    (r"(?<=save, a creature )have\b|(?<=success, a creature )have\b", "has"),
    (r"(?<=save, a creature )take\b|(?<=success, a creature )take\b", "takes"),
    (r"\btakes half(?: damage)?(?=[.,;]| and| but|$)", "takes half the damage"),
    (
        r"(?P<what>[^.]*?) ?\(save ends[^()]*\)(?P<more>[^.]*)\.?",
        r"\g<what>\g<more>. The target can repeat the saving throw at the end of each of its turns, ending "
        r"the effect on itself on a success.",
    ),
    (
        r"\b(?:an? |with a )?successful (DC \d+ \w+ saving throw) (?:negates|prevents|avoids|resists)"
        r"(?: (?:the|this|these) (?:\w+ )?effects?| this)?(?=[.;]|$)",
        r"the target can resist this effect with a successful \1",
    ),
    (
        r"\b((?:an? \w+ (?:target|creature)|the (?:target|creature)|it) takes \d+ \([^()]*\) [\w ]*?damage) "
        r"((?:whenever|each time|every time|the first time) [^.;,]{5,110})(?=[.;])",
        r"\2, \1",
    ),
    (
        r"\b((?:an? \w+ (?:target|creature)|the (?:\w+ )?(?:target|creature)|it) takes (?:an? (?:extra|"
        r"additional) )?\d+"
        r" \([^()]*\) (?:[\w ]*?)?damage(?: at the (?:start|end) of each of (?:[\w'§-]+ ){1,4}turns)?) "
        r"((?:whenever|each time|every time|if|when|while) (?!(?:it|the target|a creature) (?:fails|"
        r"succeeds))"
        r"[^.;,]{5,110})(?=[.;])",
        r"\2, \1",
    ),
    (
        r"\b(?:it|the (?:\w+ )?(?:target|creature)) (must (?:succeed on|make) an? DC \d+ \w+ saving throw) "
        r"(at the (?:start|end) of each of (?:[\w'§-]+ ){1,4}turns)(?=,? or\b|, taking)",
        r"\2, the target \1",
    ),
    (r"\b(?:has|have) its exhaustion level increased? by 1\b", "gains 1 exhaustion level"),
    (r"\bat the (start|end) of its turns\b", r"at the \1 of each of its turns"),
    (
        rf"\b(\d+{FT}[- ]?(?:radius |-radius )?(?:sphere|cube|cylinder|radius)) of [\w' -]{{3,40}}? "
        r"(?=centered|within|at a|originating|on a)",
        r"\1 ",
    ),
    (r"\b(centered on [^.;]*?),? for (\d+ (?:minute|round|hour)s?)(?=\.)", r"\1. The area lasts for \2"),
    (
        r"\ban? (gargantuan|huge|large|medium)(?:, [\w, ]{3,30}?,?)? or (?:tiny|small|medium) (?=target|"
        r"creature)",
        r"a \1 or smaller ",
    ),
    (r"\bmagically begins (?=to turn to stone)", "begins "),
    (r"\bsuffers? (?=(?:1|one|a) (?:exhaustion )?level)", "gains "),
    (
        r"\bfall(s?) (?:asleep|into a (?:deep |magical )*(?:sleep|slumber))(?:(?: and|,| for)? remain\w* "
        r"unconscious)?",
        r"fall\1 unconscious",
    ),
    (r",? catching fire on a fail(?:ure|ed save)", " or it ignites"),
    (r"\bsaving-throws?\b", "saving throw"),
    (
        r"\b((?:failed|successful|the|this|that|same|another|first|second|initial|a|its|each|one|'s|new"
        r"|strength|dexterity|constitution|intelligence|wisdom|charisma) )save\b(?! DC)",
        r"\1saving throw",
    ),
    (
        r"\b(strength|dexterity|constitution|intelligence|wisdom|charisma) saving throw(?: with a)?"
        r"(?:,? \(?| of | against (?:a )?)?\(?DC:? ?(?:of )?(\d+)\)?",
        r"DC \2 \1 saving throw",
    ),
    (r"\bDC of (\d+)", r"DC \1"),
    (
        r"\b(?:make|pass|attempt|roll|win) an? (?:successful )?(DC \d+ \w+ saving throw)(?= or\b|,"
        r" or\b| to avoid)",
        r"succeed on a \1",
    ),
    (r"\b(?:succeed (?:at|in)|pass|attempt|roll) (?=an? DC \d)", "make "),
    (r"\b(?:has|have|needs?|is forced|are forced|is required) to (?=(?:make|succeed on) an? DC \d)", "must "),
    (r"\bis forced to\b", "must"),
    (
        r"(?:§|the [\w' -]{3,40}?|it) (?:can |may )?(?:magically )?(?:forces?|compels?|causes?) (the "
        r"(?:attacker|target"
        r"|creature)|it|that (?:creature|target)) to (make|succeed on) (?=an? DC)",
        r"\1 must \2 ",
    ),
    (r"\bmakes(?= an? DC \d+ \w+ saving throw)", "must make"),
    (
        r"(?<!must )(?<!to )(?<!can )(?<!may )(?<!then )(?<!also )\bmake(?= an? DC \d+ \w+ saving throw)",
        "must make",
    ),
    (r"\bfails? (?:its|the|this|that|a|their) saving throw\b", "fails the saving throw"),
    (
        r"\bsucceeds? (?:on|at|in|with) (?:its|the|this|that|a|their) saving throw\b",
        "succeeds on the saving throw",
    ),
    (r"\b(creature|target)'s save\b", r"\1's saving throw"),
    (r"\bwith a (success|failure)\b", r"on a \1"),
    (r"\b(?:on|upon|with) (?:an? )?(?:success|successful (?:save|saving throw))\b", "on a success"),
    (r"\b(?:on|upon|with) (?:an? )?(?:failure|failed (?:save|saving throw))\b", "on a failed save"),
    (r"\bon a successful one\b", "on a success"),
    (
        r"\bif (?:it|the (?:target|creature)|a (?:target|creature)) fails(?: the saving throw)?,",
        "on a failed save,",
    ),
    (
        r"\bif (?:it|the (?:target|creature)|a (?:target|creature)) succeeds(?: on the saving throw)?,",
        "on a success,",
    ),
    (r"\bif the saving throw (?:is successful|succeeds),", "on a success,"),
    (r"\bif the saving throw (?:is failed|is unsuccessful|fails),", "on a failed save,"),
    (r"\btakes? no damage on a success\b", "no damage on a success"),
)
