"""Calls over HTTP with the standard library, with retries that cannot act twice."""

from __future__ import annotations

import json
import random
import time
import uuid
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Mapping, Optional
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from .picture import Json

if TYPE_CHECKING:
    from .live import Live

FIRST_BACKOFF_S = 0.25
MAX_BACKOFF_S = 8.0
#: Longer than the server delays a login while the password of the account is being guessed.
LOGIN_TIMEOUT_S = 45.0
RETRYABLE = frozenset({'UNREACHABLE', 'RATE_LIMITED', 'BUSY', 'UNAVAILABLE'})


class Refusal(Exception):
    """The server refused a call, or `UNREACHABLE`: it did not answer.

    `code` is for programs; `status` is the HTTP status, None without a response; `retry_after_s` is the pause that the
    server asks for, None without one.
    """

    def __init__(
        self,
        code: str,
        message: str,
        details: Optional[str] = None,
        status: Optional[int] = None,
        retry_after_s: Optional[float] = None,
    ):
        super().__init__(f'{code}: {details or message}')
        self.code = code
        self.message = message
        self.details = details
        self.status = status
        self.retry_after_s = retry_after_s


class Client:
    """A client of one server, for one player. `token` is an API token, or that of a session; `log_in` sets it, too."""

    def __init__(self, url: str, token: Optional[str] = None, *, timeout: float = 10.0, patience: float = 75.0):
        parts = urlsplit(url)
        if parts.scheme not in ('http', 'https') or not parts.netloc:
            raise ValueError('url must be an address such as http://127.0.0.1:3000')
        self.origin = f'{parts.scheme}://{parts.netloc}'
        self.token = token
        #: The seconds that one attempt may take, unless a call says otherwise.
        self.timeout = timeout
        #: No attempt begins later than these seconds after the call, unless the call says otherwise.
        self.patience = patience

    def log_in(
        self,
        username: str,
        password: str,
        *,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Json:
        """Logs in by name or e-mail. The client then sends the token of the session."""
        if timeout is None:
            timeout = max(self.timeout, LOGIN_TIMEOUT_S)
        body = {'username': username, 'password': password}
        answer = self.call('POST', '/login', body, timeout=timeout, patience=patience)
        self.token = answer['token']
        return answer

    def live(self, empire_id: str, after: Optional[int] = None) -> Live:
        """Opens a live connection to your empire; see Live. Needs python-socketio."""
        from .live import Live

        return Live(self.origin, self.token, empire_id, after)

    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        patience: Optional[float] = None,
    ) -> Json:
        """Calls a route, such as `call('POST', f'/api/city/{city}/train', {'type': 'soldiers', 'quantity': 5})`.

        Retries until it succeeds, is refused permanently, or `patience` is over. All attempts of an order carry one
        Idempotency-Key, so a retry after a lost response cannot act twice. A None in the query is not sent.
        """
        request = self._request(method, path, body, query, idempotency_key)
        timeout_s = self.timeout if timeout is None else timeout
        retry_until = time.monotonic() + (self.patience if patience is None else patience)
        attempts = 0
        while True:
            try:
                return self._attempt(request, timeout_s)
            except Refusal as refusal:
                if not _is_retryable(refusal):
                    raise
                wait_s = refusal.retry_after_s
                if wait_s is None:
                    wait_s = min(FIRST_BACKOFF_S * 2**attempts, MAX_BACKOFF_S) * random.uniform(0.5, 1)
                if time.monotonic() + wait_s > retry_until:
                    raise
            attempts += 1
            time.sleep(wait_s)

    def _request(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]],
        query: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
    ) -> Request:
        pairs = {name: value for name, value in (query or {}).items() if value is not None}
        address = self.origin + path + (f'?{urlencode(pairs)}' if pairs else '')
        headers = {'Accept': 'application/json'}
        if self.token is not None:
            headers['Authorization'] = f'Bearer {self.token}'
        if method != 'GET' and path.startswith('/api/'):
            headers['Idempotency-Key'] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None:
            headers['Content-Type'] = 'application/json'
            data = json.dumps(body).encode()
        return Request(address, data=data, headers=headers, method=method)

    def _attempt(self, request: Request, timeout_s: float) -> Json:
        try:
            try:
                response = urlopen(request, timeout=timeout_s)
            except HTTPError as error:
                response = error
            with response:
                status, text, pause = response.status, response.read(), response.headers.get('Retry-After', '')
        except (OSError, HTTPException) as error:
            raise Refusal('UNREACHABLE', 'The server does not answer', str(error)) from None
        retry_after_s = float(pause) if pause.isdigit() else None
        content = _parse(text)
        if content is not None and status < 400:
            return content
        if content is None or 'code' not in content or 'error' not in content:
            message = 'The response is not from the game'
            raise Refusal('UNREACHABLE', message, f'status {status}', status, retry_after_s)
        raise Refusal(content['code'], content['error'], content.get('details'), status, retry_after_s)


def _is_retryable(refusal: Refusal) -> bool:
    """A foreign response, of another program at this address, is retried only if its status is 429 or at least 500."""
    status = refusal.status
    is_foreign = refusal.code == 'UNREACHABLE' and status is not None and status < 500 and status != 429
    return refusal.code in RETRYABLE and not is_foreign


def _parse(text: bytes) -> Optional[Json]:
    """Parses a JSON object; None: it is none."""
    try:
        parsed = json.loads(text)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None
