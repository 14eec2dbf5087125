"""A live connection to one empire, over python-socketio.

After every loss it connects again and catches up: it delivers the entries of the event log in order and exactly once,
and requests a new picture. It ends only when it is closed, refused for good, the session ends, or a newer connection
replaces it.
"""

from __future__ import annotations

import queue
import random
import threading
from typing import Any, Callable, Iterator, NamedTuple, Optional

import engineio
import socketio

from .picture import Json, Picture, apply_event, to_picture

RETRY_S = 1.0
FIRST_RECONNECT_S = 0.5
MAX_RECONNECT_S = 5.0
CONNECT_TIMEOUT_S = 10
#: Temporary refusals. Every other refusal ends the connection.
RETRYABLE = frozenset({'RATE_LIMITED', 'BUSY', 'UNAVAILABLE', 'INTERNAL'})
#: The events of the contract but `error`, which has a handler of its own.
SERVER_EVENTS = (
    'empire_update',
    'resource_update',
    'construction_complete',
    'unit_training_complete',
    'battle_start',
    'battle_update',
    'battle_end',
    'empire_event',
    'alliance_update',
    'alliance_message',
    'alliance_threat',
    'message',
    'announcement',
)


class Closed(NamedTuple):
    """Why a connection has ended. `code` is None after a call of `close`."""

    code: Optional[str]
    message: str


class _OrderedTransport(engineio.Client):
    """Handles messages one after the other. The library starts a thread for each, which loses their order."""

    def _trigger_event(self, event: str, *args: Any, **options: Any) -> Any:
        return super()._trigger_event(event, *args, **{**options, 'run_async': False})


class _OrderedClient(socketio.Client):
    def _engineio_client_class(self) -> type:
        return _OrderedTransport


class Live:
    """Iterate over it for `(name, data)`: every event of the server, `picture` after each change of it, and
    `connection` with 'joined' or 'lost'. The iteration ends with the connection; `closed` then says why.

    Without `after`, only new entries of the event log are delivered. To resume after a restart, store `last` and pass
    it as `after`.
    """

    def __init__(self, origin: str, token: Optional[str], empire_id: str, after: Optional[int] = None):
        self.empire_id = empire_id
        #: Number of the last delivered entry of the event log; None: none is known.
        self.last = after
        #: The last known state of the empire; None before the first view.
        self.picture: Optional[Picture] = None
        self.closed: Optional[Closed] = None
        self._origin = origin
        self._token = token
        self._events: queue.Queue[Optional[tuple[str, Any]]] = queue.Queue()
        self._ended = threading.Event()
        #: Events since the request of a full view; None: no request is pending.
        self._buffered: Optional[list[tuple[str, Json]]] = []
        self._update_seq = 0
        self._client: Optional[socketio.Client] = None
        threading.Thread(target=self._stay_connected, name='hegemon live', daemon=True).start()

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        while True:
            event = self._events.get()
            if event is None:
                self._events.put(None)
                return
            yield event

    def next(self, name: str) -> Any:
        """Waits for the next event of this name, and skips others. None: the connection has ended."""
        return next((data for event, data in self if event == name), None)

    def close(self) -> None:
        """Ends the connection."""
        self._end(None, 'The connection was closed')

    def _end(self, code: Optional[str], message: str) -> None:
        if self.closed is not None:
            return
        self.closed = Closed(code, message)
        self._ended.set()
        self._events.put(None)
        client = self._client
        if client is not None:
            # From a thread of its own: this may be the one that reads the connection.
            threading.Thread(target=client.disconnect, daemon=True).start()

    def _stay_connected(self) -> None:
        failures = 0
        while not self._ended.is_set():
            if self._connect_once():
                failures = 0
                self._deliver('connection', 'lost')
            pause_s = min(FIRST_RECONNECT_S * 2**failures, MAX_RECONNECT_S) * random.uniform(0.5, 1)
            failures += 1
            self._ended.wait(pause_s)

    def _connect_once(self) -> bool:
        """Connects and stays until the connection is lost. Returns whether it was connected."""
        client = _OrderedClient(reconnection=False)
        lost = threading.Event()
        client.on('connect', lambda: self._join(client))
        client.on('disconnect', lambda *_: lost.set())
        client.on('connect_error', self._handle_connect_error)
        client.on('error', self._handle_error)
        for name in SERVER_EVENTS:
            client.on(name, self._handler(client, name))
        self._client = client
        auth = None if self._token is None else {'token': self._token}
        try:
            client.connect(
                self._origin, auth=auth, transports=_transports(), wait_timeout=CONNECT_TIMEOUT_S
            )
        except socketio.exceptions.ConnectionError:
            client.disconnect()
            return False
        if self._ended.is_set():
            client.disconnect()
        while not lost.wait(RETRY_S) and client.connected:
            pass
        return True

    def _handle_connect_error(self, refusal: Any) -> None:
        data = refusal.get('data') if isinstance(refusal, dict) else None
        if data is not None and data['code'] not in RETRYABLE:
            self._end(data['code'], refusal['message'])

    def _handle_error(self, error: Json) -> None:
        if error['code'] in ('SESSION_REPLACED', 'SESSION_ENDED'):
            self._end(error['code'], error['message'])

    def _handler(self, client: socketio.Client, name: str) -> Callable[[Json], None]:
        def handle(data: Json) -> None:
            if name == 'empire_event':
                number = data['event']['number']
                # Entries arrive in order, starting after the number in join_empire. Repeated ones are skipped.
                if number <= (self.last or 0):
                    return
                self.last = number
            elif 'seq' in data:
                self._track(client, name, data)
            self._deliver(name, data)

        return handle

    def _deliver(self, name: str, data: Any) -> None:
        if self.closed is None:
            self._events.put((name, data))

    def _request(self, client: socketio.Client, name: str, data: Json, use: Callable[[Json], None]) -> None:
        """Sends an event until the server acknowledges it, or the connection is lost."""

        def handle(answer: Json) -> None:
            if answer['ok']:
                use(answer['data'])
            elif answer['error']['code'] in RETRYABLE:
                threading.Timer(RETRY_S, send).start()
            else:
                self._end(answer['error']['code'], answer['error']['message'])

        def send() -> None:
            try:
                client.emit(name, data, callback=handle)
            except socketio.exceptions.SocketIOError:
                pass  # The connection is lost; the next one starts its own requests.

        send()

    def _join(self, client: socketio.Client) -> None:
        self._buffered = []
        after = {} if self.last is None else {'after': self.last}

        def joined(data: Json) -> None:
            if self.last is None:
                self.last = data['last']
            self._request_view(client, self._buffered or [])
            self._deliver('connection', 'joined')

        self._request(client, 'join_empire', {'empire_id': self.empire_id, **after}, joined)

    def _request_view(self, client: socketio.Client, buffered: list[tuple[str, Json]]) -> None:
        """Requests a full view, and buffers events until it arrives."""
        self._buffered = buffered

        def use(view: Json) -> None:
            events = self._buffered or []
            self._buffered = None
            self._update_picture(client, to_picture(view, self._update_seq), events)

        self._request(client, 'request_update', {'type': 'empire', 'id': self.empire_id}, use)

    def _track(self, client: socketio.Client, name: str, data: Json) -> None:
        if name == 'empire_update':
            # The server sends one directly before a full view, with the `seq` of that view.
            self._update_seq = data['seq']
        if self._buffered is not None:
            self._buffered.append((name, data))
        elif self.picture is not None:
            self._update_picture(client, self.picture, [(name, data)])

    def _update_picture(self, client: socketio.Client, picture: Picture, events: list[tuple[str, Json]]) -> None:
        """Applies the events. After a gap, requests a full view and keeps the remaining events."""
        for index, (name, data) in enumerate(events):
            after = apply_event(picture, name, data)
            if after is None:
                self._request_view(client, events[index:])
                break
            picture = after
        self.picture = picture
        self._deliver('picture', picture)


def _transports() -> list[str]:
    """python-socketio needs the package websocket-client for WebSocket."""
    try:
        import websocket  # noqa: F401
    except ImportError:
        return ['polling']
    return ['websocket']
