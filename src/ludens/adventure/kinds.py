"""Kinds of sentences: what they do, by their verbs."""

from __future__ import annotations

import re

SHIFTING = re.compile(r"^(?:put|drop|insert|throw|place|give|wear|remove|take off)\b")
"""Commands that only move what one carries: no progress in themselves."""
TAKING = re.compile(r"^(?:take|get|pick up)\b")
LOOKING = re.compile(r"^(?:x|examine|look|l|read|search|listen|smell|ask|tell|talk|say|show)\b")
"""Commands that succeed by what they tell."""
EXAMINING = re.compile(r"^(?:x|examine|inspect|look at)\s")
STUDYING = re.compile(r"^(?:x|examine|inspect|look at|read)\s")
"""Commands that tell what a thing is, or says: a mind has the answer before its eyes."""
