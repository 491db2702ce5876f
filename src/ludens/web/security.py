"""Who may speak to the server, from which pages, and what a page may do.

On loopback nobody else can reach the server, but a hostile web page in the same browser could try:
so the Host must be a name of this machine (no DNS rebinding), and whatever changes something or
opens a WebSocket must come from our own page (Origin). On any other address a token is needed as
well; the link that is printed once brings it, and a cookie keeps it.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

COOKIE = "ludens_token"
MOST_BYTES = 24_000_000
"""The longest body that is read: a book of 16 MB in base64, and room to spare."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html",
    )
)
"""Nothing from elsewhere, nothing inline; only Svelte's own templates become markup."""

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Access:
    """What is allowed."""

    token: str | None = None
    """What every request must bring; None: none is needed."""
    read_only: bool = False
    hosts: frozenset[str] | None = None
    """The names by which the server may be addressed; None: any (the token protects it)."""


def access_for(host: str, *, read_only: bool, token: str | None = None) -> Access:
    """Return what a server bound to an address allows; off loopback a token is made if none is
    given."""
    if is_loopback(host):
        names = frozenset({"localhost", "127.0.0.1", "[::1]", host.lower()})
        return Access(token, read_only, names)
    return Access(token or secrets.token_urlsafe(24), read_only)


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server bound to an address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """ASGI middleware that turns away what is not allowed and adds the headers."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        refusal = self._refusal(connection)
        if refusal is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, "not allowed")(scope, receive, send)
        else:
            await refusal(scope, receive, _with_headers(send))

    def _refusal(self, connection: HTTPConnection) -> Response | None:
        headers = connection.headers
        host = headers.get("host", "")
        if self.access.hosts is not None and _hostname(host) not in self.access.hosts:
            return _trouble(403, "this server answers on this machine only, by its own name")
        changes = connection.scope.get("method", "GET") not in SAFE_METHODS
        if (changes or connection.scope["type"] == "websocket") and not _is_own_page(headers):
            return _trouble(403, "requests from other pages are not answered")
        refusal = self._without_token(connection)
        if refusal is not None:
            return refusal
        if changes and self.access.read_only:
            return _trouble(403, "this server only shows; it was started with --read-only")
        return _unread(headers) if changes else None

    def _without_token(self, connection: HTTPConnection) -> Response | None:
        """Return what to answer to whoever does not bring the token."""
        token = self.access.token
        if token is None:
            return None
        given = connection.query_params.get("token")
        is_page = connection.scope["type"] == "http" and not connection.url.path.startswith("/api")
        if given is not None and is_page and secrets.compare_digest(given.encode(), token.encode()):
            return _keep_token(connection, token)
        scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
        brought = [connection.cookies.get(COOKIE, "")]
        if scheme.lower() == "bearer":
            brought.append(bearer.strip())
        if any(secrets.compare_digest(each.encode(), token.encode()) for each in brought):
            return None
        text = "open the link that `ludens serve` printed: it brings the token that is needed"
        if is_page:
            return PlainTextResponse(text.capitalize() + ".", 401)
        return _trouble(401, text)


def _keep_token(connection: HTTPConnection, token: str) -> Response:
    """Send the browser to the same page without the token in its address."""
    rest = [(key, value) for key, value in connection.query_params.multi_items() if key != "token"]
    query = f"?{urlencode(rest)}" if rest else ""
    path = "/" + connection.url.path.lstrip("/")  # never another host's page
    response = RedirectResponse(path + query, 303)
    # Lax, not strict: a link that is clicked in a chat or a letter begins on another site, and a
    # strict cookie would not come along when the browser is sent on. What changes something or
    # opens a WebSocket must come from our own page anyway.
    response.set_cookie(
        COOKIE, token, httponly=True, samesite="lax", secure=connection.url.scheme == "https"
    )
    return response


def _hostname(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _is_own_page(headers: Headers) -> bool:
    """Return whether a request does not come from another page; programs send no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


def _unread(headers: Headers) -> Response | None:
    """Return what to answer to a body that is not read for its length; None for one that is."""
    if "transfer-encoding" in headers:
        refusal = _trouble(411, "say how long the body is (content-length)")
        refusal.headers["connection"] = "close"  # what comes is no next request
        return refusal
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) <= MOST_BYTES:
        return None
    return _trouble(413, f"more than {MOST_BYTES} bytes are not read")


def _trouble(status: int, error: str) -> Response:
    return JSONResponse({"error": error, "fields": {}}, status)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def without_token(url: str) -> str:
    """Return an address for the log, its token masked."""
    parts = urlsplit(url)
    query = [(k, "…" if k == "token" else v) for k, v in parse_qsl(parts.query)]
    return parts._replace(query=urlencode(query)).geturl()
