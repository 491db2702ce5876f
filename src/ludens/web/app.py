"""The web app: the API under /api, and the page everywhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from ludens import __version__
from ludens.episode.store import Store
from ludens.settings import Settings
from ludens.web import answers, messages, page
from ludens.web.cards import Cards
from ludens.web.children import Children
from ludens.web.house import House
from ludens.web.routes import book, keeping, library, live, media, playing, suites, table, turns
from ludens.web.security import Access, Guard
from ludens.web.tournaments import Tournaments
from ludens.web.watching import Watch


def create_app(
    store: Store,
    settings: Settings,
    access: Access,
    *,
    command: Sequence[str],
    config: Path | None = None,
) -> FastAPI:
    """Return the app. `command` is how `ludens` is run, for games that the page starts."""
    children = Children(command, settings.store, config)
    watch = Watch(store, children)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await watch.close()
        children.close()

    app = FastAPI(
        title="Ludens",
        version=__version__,
        description="Episodes of text games: their events, states, calls and figures.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=_operation_name,
        webhooks=messages.described(),
        lifespan=lifespan,
        strict_content_type=True,
    )
    app.state.house = House(
        store, settings, access, children, watch, Cards(store), Tournaments(store)
    )
    answers.install(app)
    app.router.routes.extend(_api())
    page.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=2048, compresslevel=5)
    app.add_middleware(Guard, access=access)
    return app


@cache
def _api() -> tuple[BaseRoute, ...]:
    """Return the routes of the API; what they take and give is worked out once, for every app."""
    api = APIRouter(generate_unique_id_function=_operation_name)
    for router in (
        library.router,
        turns.router,
        playing.router,
        keeping.router,
        media.router,
        table.router,
        book.router,
        suites.router,
    ):
        api.include_router(router, prefix="/api", responses=answers.TROUBLES)
    api.include_router(live.router, prefix="/api")
    return tuple(api.routes)


def _operation_name(route: APIRoute) -> str:
    return route.name
