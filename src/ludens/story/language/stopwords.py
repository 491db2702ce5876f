"""Words that say nothing of what a text is about, as stems."""

from __future__ import annotations

from ludens.story.language.words import stem

_WORDS = """
a an the and or but nor so yet if then than as at by for from in into of off on onto out over to
up with without about above across after again against all along also although always am among any
are around away back be because been before behind being below between both can could did do does
done down during each either else ever every few had has have having he her here hers herself him
himself his how i it its itself just let like may might mine more most much must my myself neither
never no none not nothing now once one only other others our ours own per rather same shall she
should since some still such that their theirs them themselves there these they this those though
through thus till too toward towards under until upon us very was we were what when where whether
which while who whom whose why will would yes you your yours yourself yourselves thing things
something anything everything someone anyone everyone somebody anybody everybody get got make made
go went come came say said tell told happen happened happens feel felt feeling think thought kind
way many be t s d ll m re ve please
"""

STOPWORDS = frozenset(stem(word) for word in _WORDS.split()) | {"not"}
"""The stems."""
