"""The one door to the database: statements by name, transactions, errors in the engine's own words."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

import neo4j
import neo4j.exceptions as driver_errors
import neo4j.time
import neo4j.vector
import numpy as np

from mnemosaic import errors, statements
from mnemosaic.statements import Mode
from mnemosaic.times import as_utc

MINIMUM_SERVER = (2026, 8, 1)
CONNECT_SECONDS = 2.5
ACQUIRE_SECONDS = 10.0
RETRY_SECONDS = 5.0
CLOSE_SECONDS = 10.0
CLOSED = "this engine was closed: open a new one with Memory.open()"

_ADDRESS = re.compile(r"(?:bolt|neo4j)(?:\+s|\+ssc)?://", re.IGNORECASE)
_EXISTS_ALREADY = frozenset(
    f"Neo.ClientError.Schema.{what}AlreadyExists" for what in ("EquivalentSchemaRule", "Index", "Constraint")
)

_SEARCHED = frozenset((dict, list, neo4j.time.DateTime, neo4j.time.Date))

Row = dict[str, Any]
T = TypeVar("T")


class Transaction:
    """Statements by name inside one transaction. Work that is given one may run again: it has no side effects."""

    def __init__(self, tx: neo4j.ManagedTransaction) -> None:
        self._tx = tx

    def run(self, name: str, /, **params: Any) -> list[Row]:
        """Run a statement declared `mode: read` or `write`; its rows as dictionaries by column."""
        text = _text(name, params, (Mode.READ, Mode.WRITE))
        with _not_retried():
            return [_native(dict(record)) for record in self._tx.run(text, _packed(params))]


class Graph:
    """A connection pool to one database, shared by threads; a forked process gets a pool of its own on first use.

    `round_trips` counts reads, writes and transactions.

    Reads are routed as READ, so that the server refuses writes in them. Bookmarks chain the calls of one instance.
    """

    def __init__(self, uri: str, auth: tuple[str, str] | None = None, database: str | None = None) -> None:
        """Prepare the pool; nothing is sent yet. Raises `errors.InputError` for an address the driver cannot read."""
        self.uri = uri
        self._auth = auth
        self._database = database
        self._closed = False
        self._using = 0
        self._idle = threading.Condition()
        self.round_trips = 0
        self._connect()

    def verify(self) -> str:
        """The server's version. Raises `UnavailableError`, `AuthError` or `ServerTooOldError` within seconds."""
        with self.translated("connect"), self._open() as driver:
            try:
                agent = driver.get_server_info().agent
            except ValueError as error:
                # the driver's word for a host that has no address
                raise errors.UnavailableError(
                    f"no server answers at {self.uri}: check the address ({_first(error)})"
                ) from error
        numbers = tuple(int(part) for part in re.findall(r"\d+", agent.rpartition("/")[2])[:3])
        # a version without its last number, as Aura gives it, is judged by the others
        if numbers < MINIMUM_SERVER[: len(numbers) or None]:
            needed = "{}.{:02}.{}".format(*MINIMUM_SERVER)
            raise errors.ServerTooOldError(
                f"the server at {self.uri} is {agent}, Mnemosaic needs Neo4j {needed} or newer: upgrade it, "
                "or use the embedded server (mnemosaic up)"
            )
        return agent.rpartition("/")[2]

    def read(self, name: str, /, **params: Any) -> list[Row]:
        """Run a statement declared `mode: read`; its rows as dictionaries by column."""
        with self.translated(name), self._session(neo4j.READ_ACCESS) as session:
            _text(name, params, (Mode.READ,))
            return session.execute_read(lambda tx: Transaction(tx).run(name, **params))

    def write(self, name: str, /, **params: Any) -> list[Row]:
        """Run one statement declared `mode: write` in a transaction of its own; its rows."""
        return self.transaction(lambda tx: tx.run(name, **params), name)

    def transaction(self, work: Callable[[Transaction], T], name: str = "transaction") -> T:
        """Run `work` in one transaction: all of it or nothing. It is run again when the database asks for a retry."""
        with self.translated(name), self._session(neo4j.WRITE_ACCESS) as session:
            return session.execute_write(lambda tx: work(Transaction(tx)))

    def schema(self, name: str, /, **params: Any) -> list[Row]:
        """Run a statement declared `mode: schema`, or `autocommit` outside a managed transaction; its rows.

        Where two engines change the schema of a new graph at once, they may lock each other out, which is tried again,
        and `IF NOT EXISTS` may come too late, which is fine.
        """
        text = _text(name, params, (Mode.SCHEMA, Mode.AUTOCOMMIT))
        with self.translated(name), self._session(neo4j.WRITE_ACCESS) as session:
            if statements.load(name).mode is Mode.AUTOCOMMIT:
                return [_native(record.data()) for record in session.run(text, params)]
            try:
                return session.execute_write(lambda tx: [_native(record.data()) for record in tx.run(text, params)])
            except driver_errors.ClientError as error:
                if error.code not in _EXISTS_ALREADY:
                    raise
                return []

    def gds(self) -> Any:
        """A Graph Data Science client on this connection, that sees what was written through it.

        Raises `AlgorithmsMissingError` where the client is not installed.
        """
        try:
            from graphdatascience import GraphDataScience
        except ModuleNotFoundError as error:
            raise errors.AlgorithmsMissingError(
                f"the jobs need {error.name}, which is not installed: run pip install 'mnemosaic[jobs]'"
            ) from error
        with self.translated("connect to Graph Data Science"), self._open() as driver:
            return GraphDataScience(
                driver,
                database=self._database,
                bookmarks=neo4j.Bookmarks.from_raw_values(self._bookmarks.get_bookmarks()),
                show_progress=False,
            )

    def close(self) -> None:
        """Close the pool; later calls raise `errors.ClosedError`, those that are running end. Closing twice is fine."""
        with self._idle:
            if self._closed:
                return
            self._closed = True
            # a forked process that never used the pool leaves its parent's connections alone
            if self._pid == os.getpid():
                self._idle.wait_for(lambda: not self._using, CLOSE_SECONDS)
                self._driver.close()

    def _connect(self) -> None:
        self._pid = os.getpid()
        try:
            if not _ADDRESS.match(self.uri):
                raise ValueError(self.uri)
            self._driver = neo4j.GraphDatabase.driver(
                self.uri,
                auth=self._auth,
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=ACQUIRE_SECONDS,
                max_transaction_retry_time=RETRY_SECONDS,
                notifications_min_severity="OFF",
                user_agent="mnemosaic",
            )
        except (driver_errors.ConfigurationError, ValueError) as error:
            raise errors.InputError(f"{self.uri!r} is no address of a server: write it as neo4j://host:7687") from error
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()

    @contextmanager
    def _open(self) -> Iterator[neo4j.Driver]:
        """The driver, not to be closed while it is in use."""
        with self._idle:
            if self._closed:
                raise errors.ClosedError(CLOSED)
            if self._pid != os.getpid():
                self._connect()
                self._using = 0
            self._using += 1
            driver = self._driver
        try:
            yield driver
        finally:
            with self._idle:
                self._using -= 1
                self._idle.notify_all()

    @contextmanager
    def _session(self, access: str) -> Iterator[neo4j.Session]:
        self.round_trips += 1
        with (
            self._open() as driver,
            driver.session(
                database=self._database, default_access_mode=access, bookmark_manager=self._bookmarks
            ) as session,
        ):
            yield session

    @contextmanager
    def translated(self, what: str) -> Iterator[None]:
        """Turn the driver's errors into the engine's."""
        try:
            yield
        except driver_errors.AuthError as error:
            raise errors.AuthError(
                f"the server at {self.uri} refused the user name or password: check auth=(user, password), "
                "or MNEMOSAIC_USER and MNEMOSAIC_PASSWORD"
            ) from error
        except (driver_errors.ServiceUnavailable, driver_errors.SessionExpired, OSError) as error:
            raise errors.UnavailableError(
                f"no server answers at {self.uri}: start it (mnemosaic up), or check the address ({_first(error)})"
            ) from error
        except UnicodeEncodeError as error:
            raise errors.InputError(
                f"{what}: {error.object[:40]!r} holds half a character, which is no text"
            ) from error
        except driver_errors.Neo4jError as error:
            raise errors.GraphError(f"{what}: the database refused it: {_first(error)}") from error
        except driver_errors.DriverError as error:
            raise errors.GraphError(f"{what}: {_first(error)}") from error


def _text(name: str, params: Mapping[str, Any], allowed: tuple[Mode, ...]) -> str:
    statement = statements.load(name)
    if statement.mode not in allowed:
        raise errors.StatementError(f"{name} is declared mode: {statement.mode}, it cannot be run here")
    statement.check(set(params))
    return statement.text


@contextmanager
def _not_retried() -> Iterator[None]:
    """The driver retries transient errors; running out of memory is one, and trying again only makes it worse."""
    try:
        yield
    except driver_errors.TransientError as error:
        if "OutOfMemory" in (error.code or ""):
            raise errors.OutOfMemoryError(
                f"the server ran out of memory ({_first(error)}): give it more (mnemosaic up --memory), or ask for less"
            ) from error
        raise


def _native(row: Row) -> Row:
    """The row with the driver's times as `datetime` in UTC; statements return scalars, lists and maps only."""
    for column, value in row.items():
        if type(value) in _SEARCHED:
            row[column] = _value(value)
    return row


def _packed(params: Row) -> Row:
    """Parameters with float32 arrays as the driver's vectors, which are smaller than lists and quicker to pack.

    An array may be a parameter, an item of a list, or a value in a row of a list of rows; no deeper.
    """
    return {name: _packed_value(value) for name, value in params.items()}


def _packed_value(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return neo4j.vector.Vector.from_numpy(value)
    if isinstance(value, list) and value and isinstance(value[0], np.ndarray):
        return [neo4j.vector.Vector.from_numpy(item) for item in value]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [_packed_row(row) for row in value]
    return value


def _packed_row(row: Row) -> Row:
    arrays = {name: value for name, value in row.items() if isinstance(value, np.ndarray)}
    if not arrays:
        return row
    return row | {name: neo4j.vector.Vector.from_numpy(value) for name, value in arrays.items()}


def _value(value: Any) -> Any:
    """A time, or a list or map that may hold times, which is changed in place: a recall brings thousands of values."""
    if isinstance(value, neo4j.time.DateTime):
        native: datetime = value.to_native()
        return as_utc(native)
    if isinstance(value, neo4j.time.Date):
        return value.to_native()
    if isinstance(value, dict):
        return _native(value)
    if value and type(value[0]) in _SEARCHED:
        value[:] = [_value(item) for item in value]
    return value


def _first(error: BaseException) -> str:
    text = getattr(error, "message", None) or str(error) or type(error).__name__
    return str(text).splitlines()[0]
