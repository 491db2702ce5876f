"""What can go wrong with a model. Each message is one line that says what to do, without keys."""

from __future__ import annotations

from enum import StrEnum

from ludens.installing import install_command
from ludens.llm.response import LLMResponse


class ErrorKind(StrEnum):
    """Why an attempt gave nothing to use."""

    # The provider is not there for us now; another try or another model may do.
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMITED = "rate_limited"
    SERVER = "server"
    OVERLOADED = "overloaded"
    CRASHED = "crashed"  # the child process of an embedded model ended
    UNREACHABLE = "unreachable"  # the server gave no sign of life
    CIRCUIT_OPEN = "circuit_open"  # not tried: the model was down a moment ago
    MALFORMED = "malformed"  # what came back is not what the provider documents
    QUOTA = "quota"  # the account has nothing left
    # The request or the account must change.
    AUTHENTICATION = "authentication"
    NOT_FOUND = "not_found"
    BAD_REQUEST = "bad_request"
    TOO_LONG = "too_long"
    UNSUPPORTED = "unsupported"  # the model does not take one of the parameters
    # A reply came, was paid for and cannot be used.
    EMPTY = "empty"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    FILTERED = "filtered"
    INVALID = "invalid"  # does not have the shape that was asked for
    # Neither.
    CANCELLED = "cancelled"
    UNEXPECTED = "unexpected"

    @property
    def is_reply(self) -> bool:
        """Whether the model answered, though not with anything to use."""
        return self in _REPLIES

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed a moment later."""
        return self in _PASSING

    @property
    def is_down(self) -> bool:
        """Whether the provider could not serve us, so that the next model should be asked."""
        return self in _PASSING or self in _DOWN


_PASSING = frozenset(
    {
        ErrorKind.TIMEOUT,
        ErrorKind.CONNECTION,
        ErrorKind.RATE_LIMITED,
        ErrorKind.SERVER,
        ErrorKind.OVERLOADED,
        ErrorKind.CRASHED,
        ErrorKind.MALFORMED,
    }
)

_DOWN = frozenset({ErrorKind.UNREACHABLE, ErrorKind.CIRCUIT_OPEN, ErrorKind.QUOTA})

_REPLIES = frozenset(
    {
        ErrorKind.EMPTY,
        ErrorKind.TRUNCATED,
        ErrorKind.REFUSED,
        ErrorKind.FILTERED,
        ErrorKind.INVALID,
    }
)


class LLMError(Exception):
    """Anything that keeps a model from answering."""


class ConfigurationError(LLMError):
    """The settings, the environment or the installation must change before any call."""


class MissingExtraError(ConfigurationError):
    """A provider's package is not installed."""

    def __init__(self, provider: str, extra: str) -> None:
        super().__init__(f"{provider} needs its package: {install_command(extra)}")


class MissingKeyError(ConfigurationError):
    """A provider's key is neither in the environment nor in the `.env` file."""

    def __init__(self, provider: str, variable: str) -> None:
        super().__init__(f"{provider} needs a key: set {variable} in the environment or in .env")


class CallFailedError(LLMError):
    """An attempt failed, or all of them did; `kind` says how."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        model: str = "",
        retry_after: float | None = None,
        retry_at_once: bool = False,
        parameter: str | None = None,
        response: LLMResponse | None = None,
    ) -> None:
        self.kind = kind
        self.message = message
        self.model = model
        self.retry_after = retry_after
        """Seconds the provider asked us to wait."""
        self.retry_at_once = retry_at_once
        """Whether the adapter has changed what it sends, so that a second try makes sense."""
        self.parameter = parameter
        """The parameter that was refused, for UNSUPPORTED."""
        self.response = response
        """What came and was paid for, if anything: whole, or as far as it got."""
        self.attempts = 1
        """How many attempts were made before giving up."""
        super().__init__(message)

    def took(self, attempts: int) -> None:
        """Say how many attempts it took, of what came as well."""
        self.attempts = attempts
        if self.response is not None:
            self.response = self.response.model_copy(update={"attempts": attempts})

    def __str__(self) -> str:
        # Not how often: that depends on clocks, and what is said here comes on the log.
        return f"{self.model}: {self.message}" if self.model else self.message


class ReplyError(CallFailedError):
    """A reply came, was paid for and cannot be used; `response` holds it."""

    response: LLMResponse


class ModelFailedError(LLMError):
    """A role's model cannot be had, and the settings say that nobody is to play in its place.

    No role may catch it: whoever plays the episode does.
    """

    def __init__(self, agent: str, failure: CallFailedError, *, ends: bool) -> None:
        self.agent = agent
        self.failure = failure
        self.ends = ends
        """Whether the episode is to end, and not only to be left where it stands."""
        role, _, number = agent.replace("_", " ").partition(":")
        # Of a seat, which people know by a name, the model alone is told.
        whose = f"the model of {role} {number}" if number else f"the {role}'s model"
        named = failure.model if number else f"{whose}, {failure.model},"
        super().__init__(f"{named if failure.model else whose} failed ({failure.message})")


class StructuredReplyError(ReplyError):
    """No reply had the shape that was asked for; `replies` holds what came."""

    def __init__(self, message: str, *, response: LLMResponse, replies: tuple[str, ...]) -> None:
        super().__init__(ErrorKind.INVALID, message, model=response.model, response=response)
        self.replies = replies
        self.attempts = response.attempts
