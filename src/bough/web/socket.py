"""The socket of a page that thinks: carries its messages to the engine and the engine's reports back.

What the messages say is in thinking/conversation.py.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from bough.core.errors import BoughError
from bough.web.entrance.patience import Patience
from bough.web.thinking.offices import Office, Report, Seat


def socket_route(office: Office, a_second: float) -> Callable[[WebSocket], Awaitable[None]]:
    """The handler of one connection; beyond `a_second` messages a second, its answers come later."""

    async def handle(socket: WebSocket) -> None:
        page = _Page(socket, Patience(a_second))
        try:
            seat = await run_in_threadpool(office.sit, page.tell)
        except BoughError as error:
            await socket.accept()
            await socket.send_json({"is": "error", "message": str(error)})
            await socket.close(1013)
            return
        # The server cancels what it cannot wait for when it ends; a search that is being compiled is such a thing.
        with suppress(asyncio.CancelledError):
            try:
                await page.serve(seat)
            finally:
                await asyncio.shield(run_in_threadpool(seat.close))

    return handle


class _Page:
    """One connection, and the reports that wait to be sent to it."""

    def __init__(self, socket: WebSocket, patience: Patience):
        self._socket, self._patience = socket, patience
        self._loop = asyncio.get_running_loop()
        self._outbox: asyncio.Queue[Report] = asyncio.Queue()

    def tell(self, report: Report) -> None:
        """From any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._outbox.put_nowait, report)

    async def serve(self, seat: Seat) -> None:
        sender = asyncio.create_task(self._send())
        try:
            await self._socket.accept()  # not before there is a seat: whoever comes later is served later
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await run_in_threadpool(seat.take, message.get("text"))
                await self._patience.wait(self)
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            sender.cancel()

    async def _send(self) -> None:
        while True:
            report = await self._outbox.get()
            # A slow reader gets the newest report only.
            while report.kind == "thinking" and not self._outbox.empty():
                report = self._outbox.get_nowait()
            try:
                await self._socket.send_text(report.text)
            except (WebSocketDisconnect, RuntimeError):
                return
