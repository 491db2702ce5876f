"""The phases of a turn, with the names and the words of seed 004."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """What is being done."""

    STARTED = "started"
    USER_RETRIEVAL = "user_retrieval"
    USER_VALIDATION = "user_validation"
    SCENE_PLANNING = "scene_planning"
    PERSONA_EXTRACTION = "persona_extraction"
    NARRATOR_DISQUALIFY = "narrator_disqualify"
    NARRATOR_SCENE = "narrator_scene"
    NPC_RESPONSE = "npc_response"
    AGENT_RETRIEVAL = "agent_retrieval"
    AGENT_VALIDATION = "agent_validation"
    NARRATOR_CORRECTION = "narrator_correction"
    AGGREGATING = "aggregating"
    UPDATING_STATE = "updating_state"
    COMPLETED = "completed"
    ERROR = "error"


MESSAGES = {
    Phase.STARTED: "Beginning the turn",
    Phase.USER_RETRIEVAL: "Looking for your words in the book",
    Phase.USER_VALIDATION: "Weighing your words against the world",
    Phase.SCENE_PLANNING: "Planning the scene",
    Phase.PERSONA_EXTRACTION: "Learning about {name}",
    Phase.NARRATOR_DISQUALIFY: "That does not fit this world",
    Phase.NARRATOR_SCENE: "Describing the scene",
    Phase.NPC_RESPONSE: "{name} answers",
    Phase.AGENT_RETRIEVAL: "Looking for the answer in the book",
    Phase.AGENT_VALIDATION: "Weighing the answer against the world",
    Phase.NARRATOR_CORRECTION: "The world speaks for itself",
    Phase.AGGREGATING: "Putting it together",
    Phase.UPDATING_STATE: "Keeping what happened",
    Phase.COMPLETED: "Turn {number} is complete",
    Phase.ERROR: "Something went wrong: {reason}",
}
"""What the player reads; names in braces are filled in."""
