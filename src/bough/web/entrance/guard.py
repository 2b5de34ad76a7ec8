"""Who may ask: the token, the host's own name, no other site's pages; and headers that keep the page to itself."""

import hmac
import re
from http.cookies import SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bough.web.entrance.patience import Patience
from bough.web.requests import LARGEST_BODY
from bough.web.settings import Settings

COOKIE = "bough-token"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Stands before all routes, HTTP and WebSocket alike."""

    def __init__(self, app: ASGIApp, settings: Settings):
        self.app, self.settings = app, settings
        self._patience = Patience(settings.a_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is not None:
                await receive()
                await send({"type": "websocket.close", "code": 1008})  # the server answers 403
                return
            await self.app(scope, receive, send)
            return
        await self._patience.wait(scope.get("client"))
        response = refusal or self._entry(scope)
        if response is not None:
            response.headers.update(HEADERS)
            await response(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Why a request is turned away, if it is."""
        if not self._knows_token(scope, headers):
            return JSONResponse({"error": "this server wants its token; open the address it printed"}, 401)
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if "*" not in self.settings.hosts and name.lower() not in self.settings.hosts:
            return JSONResponse({"error": "this server is not known by that name"}, 403)
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            return JSONResponse({"error": "requests from other sites are refused"}, 403)
        if headers.get("sec-fetch-site", "same-origin") == "cross-site" and scope["path"] != "/":
            return JSONResponse({"error": "requests from other sites are refused"}, 403)
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LARGEST_BODY:
            return JSONResponse({"error": f"a request has at most {LARGEST_BODY} bytes"}, 413)
        return None

    def _knows_token(self, scope: Scope, headers: Headers) -> bool:
        token = self.settings.token
        if not token:
            return True
        given = [morsel.value for key, morsel in _cookies(headers).items() if key == COOKIE]
        given += parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
        return any(hmac.compare_digest(token.encode(), one.encode("utf-8", "replace")) for one in given)

    def _entry(self, scope: Scope) -> Response | None:
        """The first visit with the token in the address: keep it in a cookie and take it out of sight."""
        if not self.settings.token or b"token=" not in scope.get("query_string", b""):
            return None
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, self.settings.token, httponly=True, samesite="strict")
        return response


def _cookies(headers: Headers) -> SimpleCookie:
    try:
        return SimpleCookie(headers.get("cookie", ""))
    except Exception:  # a cookie nobody can read is none
        return SimpleCookie()
