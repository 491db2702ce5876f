"""Words that tell of being carried off, where no place is shown: only a LOOK tells where to."""

from __future__ import annotations

import re

CARRIED_OFF = re.compile(
    r"\b(?:everything (?:(?:goes|turns|fades|is) (?:to )?(?:black|dark|white|blank|around)"
    r"|fades|blurs|spins|whirls)"
    r"|(?:carr(?:y|ies)|drags?|sweeps?|marche?s?|throws?|hurls?|hauls?|flings?|whisks?|bears?|leads?"
    r"|escorts?|lifts?) you (?:off|away|out|in|into|up|down|along|through|to|back|over|across|bodily)"
    r"|you (?:are|find yourself) somewhere else"
    r"|you (?:fall|tumble|slide|plunge|drift) (?:down|into|through|off|out|away|a|for|past)"
    r"|(?:world|room|ground|floor|earth|walls?|building|cabin|car|lift|elevator|booth|cage|carriage)"
    r" (?:around you )?(?:shakes?|spins?|shudders?|lurches|tilts?|whirls?|dissolves?|fades?|blurs?"
    r"|rumbles?|moves|starts|stops|rises|descends|sinks|drops|revolves?|rotates?|turns slowly)"
    r"|(?:feel|are|become|grow) (?:\w+ )?(?:dizzy|disoriented|disorientated|giddy|weightless)"
    r"|dizziness|vertigo|disorient\w+|teleport\w*|transported|swirl\w*|whirl\w*|rumbl\w+"
    r"|you (?:are|feel yourself|find yourself)(?: being)?"
    r" (?:carried|lifted|pulled|drawn|swept|thrown|hurled|taken|falling|sucked|whisked|moved)"
    r"|flash of (?:\w+ )?light|(?:lose|losing) consciousness|pass out|black out|(?:fall|drop) asleep|(?:nod|doze|drift) off"
    r"|you (?:wake|awake|awaken|come to))\b",
    re.IGNORECASE,
)


def may_be_elsewhere(text: str) -> bool:
    """Say whether an answer that shows no place hints that the player is elsewhere now."""
    return CARRIED_OFF.search(text) is not None
