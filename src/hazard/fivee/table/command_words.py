"""The words of the game master's commands, English and German, and the help that explains them."""

from __future__ import annotations

from hazard.fivee.content.words import CONDITIONS, DAMAGE_TYPES, Condition

ORDERS: tuple[tuple[str, str], ...] = (
    # Longer phrases first: "why not" before "why".
    ("why not", "why not"), ("warum nicht", "why not"), ("roll all", "roll all"),
    ("alles würfeln", "roll all"),
    ("accept", "accept"), ("ok", "accept"), ("y", "accept"), ("yes", "accept"), ("j", "accept"),
    ("ja", "accept"),
    ("join", "join"), ("joins", "join"), ("kommt dazu", "join"), ("kommt", "join"), ("dazu", "join"),
    ("initiative", "initiative"), ("order", "initiative"), ("reihenfolge", "initiative"),
    ("okay", "accept"), ("go", "accept"), ("annehmen", "accept"),
    ("do", "do"), ("tu", "do"), ("mach", "do"), ("roll", "roll"), ("würfeln", "roll"), ("würfle", "roll"),
    ("next", "next"), ("done", "next"), ("weiter", "next"), ("fertig", "next"), ("end", "next"),
    ("end turn", "next"),
    ("undo", "undo"), ("rückgängig", "undo"), ("redo", "redo"), ("wiederholen", "redo"),
    ("suggest", "suggest"), ("vorschlag", "suggest"), ("objective", "objective"), ("ziel", "objective"),
    ("options", "options"), ("optionen", "options"), ("forecast", "forecast"), ("prognose", "forecast"),
    ("round", "round"), ("runde", "round"), ("together", "together"), ("gemeinsam", "together"),
    ("map", "map"), ("karte", "map"), ("log", "log"), ("protokoll", "log"), ("state", "state"),
    ("status", "status"), ("show", "show"), ("zeig", "show"), ("save", "save"), ("speichern", "save"),
    ("quit", "quit"), ("exit", "quit"), ("q", "quit"), ("ende", "quit"), ("beenden", "quit"),
    ("help", "help"), ("?", "help"), ("hilfe", "help"),
)  # fmt: skip

TAKES_WORDS = frozenset({"do", "why not", "suggest", "objective", "show", "join"})
"""Orders that say more in the words after them; any other with more words is refused, not half obeyed."""
PADDING = frozenset({
    "it", "them", "dice", "die", "me", "please", "now", "turn", "this", "that", "game",
    "es", "sie", "alle", "würfel", "bitte", "jetzt", "zug", "mich",
})  # fmt: skip

_VERBS = {
    "damage": "damage dmg schaden hurt verletzt loses lose verliert",
    "takes": "takes take nimmt erleidet bekommt",
    "hit": "hit hits treffer trifft getroffen",
    "crit": "crit critical krit kritisch kritischer kritischen",
    "miss": "miss misses missed daneben verfehlt fehlschlag vorbei",
    "save": "save saves saved made makes success succeeds geschafft gelungen gelingt schafft erfolg",
    "fail": "fail fails failed failure misslungen misslingt verpatzt gescheitert fehlgeschlagen",
    "yes": "yes y ja j",
    "no": "no n not nein nicht nicht-mehr without ohne kein keine",
    "ends": "ends end ended over endet vorbei-mit stop stops remove removes",
    "natural": "natural nat natürliche natürlich",
    "rolled": "rolled gewürfelt würfelt wurf",
    "reaction": "reaction reacts reacted reaktion reagiert shield parry",
    "heal": "heal heals healed healing regains regain gains heilt heilen heilung geheilt erhält",
    "temporary": "temp temporary temporäre temporär thp",
    "hit_points": "hp set tp trefferpunkte hat has",
    "dead": "dead dies died die kill kills killed tot stirbt tötet getötet slain",
    "down": "down drops dropped falls fällt boden",
    "stable": "stable stabilized stabilised stabil stabilisiert",
    "fled": "flees fled flee escapes escaped flieht geflohen flüchtet",
    "stands": "stands stand gets steht aufsteht",
    "concentration": "concentration concentrating konzentration",
    "death": "death todesrettungswurf tod todes",
    "slot": "slot slots platz zauberplatz",
    "use": "uses use used spends spend nutzt verbraucht benutzt",
    "recharge": "recharge recharges recharged lädt aufgeladen",
    "initiative": "initiative init ini",
    "to": "to zu an am",
    "from": "from by von durch",
    "with": "with mit",
    "of": "of",
    "move": "move moves moved goes walks runs geht läuft zieht bewegt nach auf",
}  # fmt: skip
VERBS: dict[str, str] = {word: verb for verb, words in _VERBS.items() for word in words.split()}
_FILLERS = (
    "the and then for has was were are his her its their your our into onto next with all",
    "der die das den dem des ein eine einen einem und dann für ist sind war wird wurde mit sein ihr ihre",
    "aus bei",
)
FILLERS = frozenset(word for words in _FILLERS for word in words.split())
"""Words that say nothing by themselves, and shorten nobody's name."""
_DAMAGE_DE = (
    "säure", "wucht", "kälte", "feuer", "energie", "blitz", "nekrotischen", "nekrotischer", "stich", "gift",
    "psychischen", "psychischer", "gleißenden", "gleißender", "hieb", "schall",
)  # fmt: skip
DAMAGE_WORDS = (*DAMAGE_TYPES, *_DAMAGE_DE)
"""Kinds of damage, where "damage" follows."""
SIGNS = {"+": "heal", "-": "minus", "−": "minus", "–": "minus"}

_CONDITIONS_DE = (
    "geblendet blind", "bezaubert", "taub", "erschöpft erschöpfung exhausted", "verängstigt furcht scared",
    "gepackt packt grappelt grapple grapples", "kampfunfähig", "unsichtbar", "gelähmt paralysed held",
    "versteinert", "vergiftet poison", "liegend liegt", "festgesetzt", "betäubt", "bewusstlos asleep schläft",
)  # fmt: skip
CONDITION_WORDS: dict[str, Condition] = {
    word: name
    for name, words in zip(CONDITIONS, _CONDITIONS_DE, strict=True)
    for word in (name, *words.split())
}

HELP = {
    "en": """\
the creature whose turn it is
  ok, y, Enter             do what is suggested, then type the dice or let hazard roll
  roll                     the same, and let hazard roll all its dice
  do 2, do bow wizard      do another plan: its number in `options`, or some of its words
  next                     end the turn (after facts of your own)
the dice
  hit 9, crit 15, miss     an attack; 9 is the damage to the target
  17 and 9, rolled 17      the roll against the armour class, and the damage
  hit 30!                  more than the dice can show, if it happened at your table
  28                       damage or healing; of an area before the saves
  save, fail, fail 9       a saving throw; a number alone is the whole roll, against the DC
  yes, no, 14              a recharge, a death save by its d20
  roll, roll all           let hazard roll this, or everything up to the next decision
facts, at any time and in any word order; separate several by commas: all are applied or none
  12 damage to Fighter     Fighter takes 12 · Fighter -12 · goblin a hits fighter for 12
  heal Cleric 7            Cleric +7 · temp Cleric 5 · Cleric hp 20
  Fighter moves to c4      Fighter c4
  prone Wizard             poisoned Wizard 3 (rounds) · Wizard not prone · Wizard stands up
  goblin a dead            Wizard down · Wizard stable · goblin b flees
  Wizard uses slot 3       dragon uses Acid Breath · dragon recharges Acid Breath · Wizard reaction
  Wizard loses concentration · Wizard fails death save · note TEXT
  initiative Fighter 17    initiative Fighter after Goblin A · before · initiative alone shows the order
  join wolf                join 2 wolf at c4 after Goblin A · join mage party · join mine.toml as Grey
information and undo
  undo, redo               undo or redo any entry
  suggest, suggest deadly  the suggestion again, or under another objective; objective NAME keeps it
  options                  every plan that was compared
  why not bow wizard       how another plan compares
  round                    what the side does together for the rest of the round, turn by turn
  together                 do this turn as the plan of the round has it; it follows the dice
  forecast                 how the fight is likely to end from here
  map, status, log, show Wizard, state (as JSON), save, quit, help
""",
    "de": """\
die Kreatur am Zug
  ok, j, Enter             den Vorschlag ausführen, dann die Würfel eingeben oder würfeln lassen
  würfeln                  dasselbe, und hazard würfelt alles
  tu 2, tu bogen magier    einen anderen Plan: eine Nummer aus `optionen` oder (Anfänge der) Wörter daraus
  weiter                   der Zug ist vorbei (nach eigenen Tatsachen)
die Würfel
  treffer 9, krit 15, daneben    ein Angriff; 9 ist der Schaden am Ziel
  17 und 9, wurf 17        der Wurf gegen die Rüstungsklasse, und der Schaden
  treffer 30!              mehr, als die Würfel hergeben, wenn es am Tisch so war
  28                       Schaden oder Heilung; bei Flächen vor den Rettungswürfen
  geschafft, misslungen 9  ein Rettungswurf; eine Zahl allein ist der ganze Wurf gegen den SG
  ja, nein, 14             Wiederaufladen, ein Todesrettungswurf nach seinem W20
  würfeln, alles würfeln   hazard würfelt dies, oder alles bis zur nächsten Entscheidung
Tatsachen, jederzeit und in beliebiger Wortfolge; mehrere mit Kommas: alle gelten oder keine
  12 schaden an Kämpfer    Kämpfer nimmt 12 · Kämpfer -12
  heilt Klerikerin 7       Klerikerin +7 · temp Klerikerin 5 · Klerikerin tp 20
  Kämpfer nach c4          Kämpfer c4
  Magier liegend           Magier vergiftet 3 (Runden) · Magier nicht liegend · Magier steht auf
  goblin a tot             Magier boden · Magier stabil · goblin b flieht
  Magier nutzt Platz 3     Drache nutzt Säureodem · Drache lädt Säureodem · Magier Reaktion
  Magier verliert Konzentration · Magier Todesrettungswurf misslungen · notiz TEXT
  initiative Kämpfer 17    initiative Kämpfer nach Goblin A · vor · initiative allein zeigt die Reihenfolge
  kommt wolf               kommt 2 wolf auf c4 nach Goblin A · kommt mage gruppe · kommt mine.toml als Grau
Auskunft und Rückgängig
  rückgängig, wiederholen  jede Eingabe zurücknehmen oder wiederholen
  vorschlag, vorschlag deadly, ziel deadly, optionen, warum nicht bogen magier
  runde                    was die Seite im Rest der Runde gemeinsam tut, Zug für Zug
  gemeinsam                diesen Zug tun, wie der Plan der Runde ihn vorsieht; er folgt den Würfeln
  prognose, karte, status, protokoll, zeig Magier, state (JSON), speichern, ende, hilfe
""",
}
