"""Signs of a puzzle in what a story says: an obstacle, a clue, a refusal that hints, urgency.

Lexical rules over single sentences, true of interactive fiction at large; no story's words. A rule
errs on the side of noticing: what is no puzzle costs a line in a book, what is missed costs the
game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ludens.adventure.perception.layout import sentences_of
from ludens.adventure.perception.refusals import denies
from ludens.adventure.puzzles.events import PuzzleKind

QUOTE = 300
"""Characters of a quote at most."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sentence that tells of a puzzle."""

    kind: PuzzleKind
    quote: str


def _rule(kind: PuzzleKind, *patterns: str) -> tuple[PuzzleKind, re.Pattern[str]]:
    return kind, re.compile("|".join(patterns), re.IGNORECASE)


_TOO = (
    r"too (?:heavy|hot|cold|high|far|low|slippery|slick|smooth|hard|tall|wide|narrow|steep|small"
    r"|big|large|thick|stiff|tight|strong|weak|dry|wet|deep|bright|loud|fast|dangerous|fragile"
    r"|sharp|bulky|tough|dirty|dusty|grimy|blunt|faint|firmly"
    r"|much (?:sand|earth|rubble|snow|weight))\b"
)
DARK = _rule(
    PuzzleKind.DARK,
    r"\b(?:pitch|completely|utterly) (?:dark|black)\b",
    r"\btoo dark to\b",
    r"\b(?:can't|cannot) see (?:a |any)thing\b",
    r"\bnot without a (?:light|lamp)\b",
    r"\bneed(?:s)? (?:a |some )?(?:source of )?light\b",
)
LOCKED = _rule(
    PuzzleKind.LOCKED,
    r"\b(?:is|are|it's|seems?(?: to be)?|appears?(?: to be)?|remains?|stays?|still|firmly|securely"
    r"|been|and|you find it) locked\b",
    r"\blocked (?:and|tight|fast|against)\b",
    r"\bpadlock(?:ed)?\b",
    r"\bkeyhole\b",
    r"\b(?:won't|will not|doesn't|does not|refuses to) (?:open|unlock)\b",
    r"\b(?:is|are|be|seems?|appears?) (?:firmly |tightly |securely )?(?:shut|sealed|bolted)\b",
    r"\bneeds? (?:its|a|the|some) (?:key|code|password|combination)\b",
    r"\bwants? (?:its|a|the) key\b",
    r"\b(?:does not|doesn't) (?:seem to )?fit the (?:lock|keyhole)\b",
)
BLOCKED = _rule(
    PuzzleKind.BLOCKED,
    r"\b(?:block|bar|guard|obstruct)(?:s|ed|ing)? (?:your|the|our|all|any|further) "
    r"(?:way|path|passage|exit|entrance|door(?:way)?|progress|stairs?|road)\b",
    r"\b(?:way|path|passage|exit|entrance|door(?:way)?|road|stairs?|tunnel) (?:\w+ ){0,3}?"
    r"(?:is|are|has been|lies) (?:now )?(?:blocked|barred|closed|flooded|drowned|impassable"
    r"|choked|buried|filled|overgrown|bricked)\b",
    r"\bstand(?:s|ing)? (?:squarely )?in (?:your|the) way\b",
    r"\b(?:can't|cannot|couldn't|won't be able to|unable to) (?:get|go|pass|squeeze|climb|cross"
    r"|reach|swim|jump)\b",
    r"\b(?:won't|will not|doesn't|refuses to) let you\b",
    r"\bno way (?:across|past|around|through|over)\b",
    r"\bimpassable\b",
    r"\bthere is no (?:bridge|handhold|foothold|ladder)\b",
    r"\b(?:bars|barred) (?:on|from) (?:this|the other|the far|that) side\b",
)
CREATURE = _rule(
    PuzzleKind.CREATURE,
    r"\b(?:he|she|they|who|the \w+) (?:wants?|demands?|asks? for|begs? for|craves?|longs? for"
    r"|is looking for|is waiting for|would like|won't take)\b",
    r"\b(?:hungr(?:y|ily)|starving|famished|thirsty|parched|greedy|greedily)\b",
    r"\b(?:growls?|snarls?|hisses|bares (?:its|his|her) teeth|threatens?|menac(?:es|ing|ingly)"
    r"|glares?|brandish(?:es|ing)|blocks? your)\b",
    r"\b(?:guards?|guarding|watches over|keeps? (?:watch|guard))\b",
    r"\b(?:fool for|partial to|fond of)\b",
    r"\bwill not let (?:you|anyone|anybody)\b",
)
URGENT = _rule(
    PuzzleKind.URGENT,
    r"\b(?:water|flood|tide|lava|sand|level|river|sea) (?:\w+ ){0,3}?(?:is|are|has|keeps?|goes on) "
    r"(?:\w+ )?(?:ris(?:ing|en)|climb(?:ing|ed)|pouring|flooding|filling)\b",
    r"\brising (?:water|tide|flood|sand|lava)\b",
    r"\bfuse (?:\w+ ){0,2}?(?:is|burns?|burning|hiss)",
    r"\b(?:lamp|light|torch|lantern|candle|flame|battery|batteries|bulb) (?:\w+ ){0,3}?(?:dim"
    r"(?:mer|s|ming)?|flickers?|flickering|fad(?:es|ing)|low|gutter(?:s|ing)?|running out)\b",
    r"\bgett?ing (?:dim(?:mer)?|dark(?:er)?|late|weak(?:er)?|colder|hotter)\b",
    r"\bticking\b",
    r"\bcount(?:ing)? ?down\b",
    r"\brunning out of (?:time|air|oil|oxygen|fuel)\b",
    r"\b(?:before it is|it will soon be) too late\b",
    r"\bhas(?:n't| not)? much longer\b",
    r"\bhurry\b",
    r"\babout to (?:collapse|explode|burst|give way|go out|burn out|break)\b",
)
REFUSED = _rule(
    PuzzleKind.REFUSED,
    _TOO,
    r"\bout of (?:your |their |his |her )?reach\b",
    r"\b(?:can't|cannot|can not) (?:quite )?reach\b",
    r"\b(?:won't|will not|doesn't|does not|refuses to|wouldn't) (?:budge|move|turn|give|come"
    r"|shift|light|burn|fit|work|start|catch|stay|take)\b",
    r"\b(?:stuck|jammed|rusted|seized|wedged|frozen|nailed|bolted|screwed|glued|knotted)\b",
    r"\b(?:you(?:'d| would|'ll| will)|it(?:'d| would|'ll| will)) (?:\w+ )?need\b",
    r"\b(?:you )?(?:need|needs) (?:a|an|some|to|something|someone|somebody|more|winning|\w+ing)\b",
    r"\b(?:still |only |now )?wants? (?:a|an|only|some|to be|its|more|both|\w+ing|\w+ and)\b",
    r"\bstill wants?\b",
    r"\b(?:wants?|needs?|lacks?) (?!to\b|its\b|nothing\b)\w+[.,;!]",
    r"\bwith your bare hands\b",
    r"\bnothing (?:here )?to \w+ (?:it|them|that|with)\b",
    r"\b(?:not|nothing happens?|no use|not much use) (?:while|until|till|unless|without|before)\b",
    r"\bunless\b",
    r"\bif only\b",
    r"\bperhaps (?:you should|if|with|something|someone|somebody)\b",
    r"\b(?:should|must|has to|have to|had to|ought to) (?:first )?be \w+(?:ed|n|t)\b",
    r"\b(?:should|must|has to|have to|ought to) (?:now |first |then )?come (?:out|off|away)\b",
    r"\bfirst[.!]* *$",
    r"\byou(?:'d| had) (?:better|best)\b",
    r"\b(?:if|unless|until) you (?:were|are) (?:in|on) (?:the|a|an)\b",
    r"\b(?:can't|cannot|can not|won't|will not|couldn't)\b.{0,60}\b(?:while|as long as|since"
    r"|because|when) (?:it|they|that|the [\w' -]{2,30}?)(?:'s|'re| is| are) "
    r"(?:still |already |not )?(?:open|closed|shut|on|off|locked|unlocked)\b",
    r"\b(?:have|has) no(?:thing)? (?:\w+ )?(?:to|with which to)\b",
    r"\bnothing happens\b",
    r"\bnot strong enough\b",
    r"\bbring something\b",
    r"^(?!(?:that|this|it|he|she|they|you|nothing|nobody|what|who)\b)(?:\w+ ){0,4}\w+ "
    r"(?:would|might) (?:quiet|calm|soothe|help|do it|do the (?:trick|job)|serve|loosen|free"
    r"|shift|dissolve|melt|scare|frighten|tempt|draw)\b",
    r"\bwith nothing (?:\w+ )?(?:on|in|at|under|upon|behind|between)\b",
    r"\bnothing (?:hangs?|hung|is (?:hung|fitted|fixed|fastened|attached)) (?:on|to|from|in)\b",
    r"\bas (?:if|though) (?:something|it) (?:were|was|is) missing\b",
    r"\b(?:empty|\w+-shaped) (?:slot|socket|hole|recess|niche|bracket|space|indentation)\b",
)
RULES = (DARK, LOCKED, URGENT, BLOCKED, CREATURE, REFUSED)
"""Rules for the answer to a command; the first that fits a sentence names its kind."""

_FALSE = re.compile(
    r"\bnot (?:locked|blocked|stuck|rusted)\b|\b(?:no longer|never|isn't|un) ?locked\b"
    r"|\bneed (?:not|do nothing|say no more)\b|\bno need\b|\bneeds no\b|\bneed only\b"
    r"|\bnothing (?:in it |there )?you need\b|\byou (?:want|need) to (?:go|do|be|say|talk)\b"
    r"|\b(?:what|who|where|which|whom) do you want\b|\bas near (?:\w+ ){1,3}need"
    r"|\byou (?:have )?(?:taken|had) what you need\b"
    r"|\bdo(?:es)? not need\b|\bdon't need\b|\bfind(?:s)? nothing\b|\bno longer\b",
    re.IGNORECASE,
)
"""What looks like a sign and is none."""
_OVER = re.compile(r"\b(?:across|past|around|through|over)\b", re.IGNORECASE)
"""Where there is no way over something, there is something in the way."""
_SPOKEN = re.compile(r"[\"“][^\"”]{12,}[\"”]")
_WRITTEN = re.compile(
    r"\b(?:reads?|says?|written|inscri(?:bed|ption)|engraved|carved|scratched|painted|printed"
    r"|scrawled|letters|words)\b",
    re.IGNORECASE,
)
STUDYING = frozenset("read examine x look search ask tell consult talk listen open".split())
"""Commands whose answer may be a clue."""
LEAST_CLUE = 60
"""Characters of a written or spoken text that may be a clue."""


@lru_cache(maxsize=64)
def signs_in(text: str) -> tuple[Sign, ...]:
    """Return the signs in an answer or a description, each sentence once."""
    found = []
    for sentence in sentences_of(" ".join(text.split())):
        no_way = denies(sentence) and _OVER.search(sentence) is None
        if no_way or _FALSE.search(sentence) or sentence.startswith("["):
            continue
        for kind, pattern in RULES:
            if pattern.search(sentence):
                found.append(Sign(kind, sentence[:QUOTE]))
                break
    return tuple(found)


def asks_for_something(sentence: str) -> bool:
    """Tell whether a sentence says that something is wanting, whoever or whatever wants it."""
    return REFUSED[1].search(sentence) is not None


def clue_in(text: str, verb: str) -> str | None:
    """Return what a text tells that may matter elsewhere; None if it tells nothing such.

    That is a longer text that was read, something spoken, or something written on a thing.
    """
    if verb not in STUDYING:
        return None
    body = " ".join(text.split())
    reading = verb in ("read", "consult") and len(body) >= LEAST_CLUE
    quoted = _SPOKEN.search(body) is not None
    written = _WRITTEN.search(body) is not None and len(body) >= LEAST_CLUE
    return body[:CLUE] if reading or quoted or written else None


CLUE = 900
"""Characters of a clue at most."""
