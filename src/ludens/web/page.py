"""Serving the page: files built by the front end, or a line that says how to build them."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

STATIC = Path(__file__).parent / "static"

NOT_BUILT = (
    "The page has not been built. Run `make frontend`, or install Ludens again with the network "
    "on; everything else works without it.\n"
)


def is_built() -> bool:
    """Return whether the page is there."""
    return (STATIC / "index.html").is_file()


def install(app: FastAPI) -> None:
    """Let an app serve the page at every address that is not the API's."""
    assets = STATIC / "assets"
    if assets.is_dir():
        app.mount("/assets", Immutable(directory=assets), name="assets")
    app.router.routes.append(Route("/api/{rest:path}", _no_such_address))
    app.router.routes.append(Route("/{rest:path}", _page, methods=["GET"]))


async def _no_such_address(request: Request) -> Response:
    return JSONResponse({"error": "there is no such address", "fields": {}}, 404)


async def _page(request: Request) -> Response:
    """Return the page; it reads from its address what to show."""
    name = request.path_params["rest"]
    if name in ("icon.svg", "manifest.webmanifest") and (STATIC / name).is_file():
        return FileResponse(STATIC / name)
    if not is_built():
        return PlainTextResponse(NOT_BUILT, 503)
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


class Immutable(StaticFiles):
    """Files whose names change with their content."""

    def file_response(self, *args: object, **options: object) -> Response:
        """Let browsers keep them for ever."""
        response = super().file_response(*args, **options)  # type: ignore[arg-type]  # passed on
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
