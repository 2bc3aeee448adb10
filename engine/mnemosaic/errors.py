"""Every error that Mnemosaic raises. A message says what failed, with what, and what to do.

MnemosaicError
├── InputError                 what the caller gave cannot be used; nothing was written
│   ├── ScopeError             a scope is missing or malformed
│   ├── UnknownScopeError      nothing was ever written to this scope
│   ├── FormatError            a file is not in the format it was read as
│   └── NotFoundError          no atom, turn or conflict has this id
├── SettingsError              a setting or its combination is invalid
├── GraphError                 the database refused or failed
│   ├── UnavailableError       no server answers at the address
│   ├── AuthError              the server refused the credentials
│   ├── ServerTooOldError      the server lacks what the engine needs
│   ├── SchemaError            a migration was changed, failed, or comes from a newer engine
│   ├── StatementError         a statement file is malformed or was called with wrong parameters
│   ├── OutOfMemoryError       the server ran out of memory on a statement
│   ├── ClosedError            the engine was closed
│   └── JobError               a job that recomputes derived facts
│       ├── JobsBusyError      another run holds the lock, or took it over
│       ├── AlgorithmsMissingError  Graph Data Science is not there
│       ├── AlgorithmError     Graph Data Science failed
│       ├── JobMemoryError     it would take more memory than there is
│       └── JobResultError     what was computed is worse than what is stored
├── ServerError                the embedded server
│   ├── ServerStartError       it did not start
│   ├── ServerVersionError     its store belongs to another version
│   ├── JavaError              no usable Java
│   ├── PortInUseError         a port it was told to use is taken
│   ├── DownloadError          a jar could not be fetched or verified
│   └── BackupError            dump or load failed
└── ModelError                 an embedder or language model
    ├── ModelMismatchError     the graph was written with another model or size
    ├── ModelUnavailableError  the provider cannot be reached, or refuses for good
    └── ModelAnswerError       the answer could not be understood
        └── ModelAnswerCutError  it was longer than the provider lets an answer be
"""

from __future__ import annotations

from collections.abc import Sequence


class MnemosaicError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(MnemosaicError):
    """What the caller gave cannot be used; nothing was written."""


class ScopeError(InputError):
    """A scope is missing or malformed."""


class UnknownScopeError(InputError):
    """Nothing was ever written to this scope."""


class FormatError(InputError):
    """A file is not in the format it was read as."""


class NotFoundError(InputError):
    """No atom, turn or conflict has this id."""


class ForgottenError(MnemosaicError):
    """Turns were forgotten while they were taken in; `turns` are their ids. Nothing was made of their batch."""

    def __init__(self, turns: Sequence[str]) -> None:
        super().__init__(
            f"{len(turns)} of the turns were forgotten while they were taken in, {turns[0]} among them: "
            "resume takes up those that were read with them"
        )
        self.turns = tuple(turns)


class SettingsError(MnemosaicError):
    """A setting, or a combination of settings, is invalid."""


class GraphError(MnemosaicError):
    """The database refused a statement or failed on it."""


class UnavailableError(GraphError):
    """No server answers at the address."""


class AuthError(GraphError):
    """The server refused the credentials."""


class ServerTooOldError(GraphError):
    """The server is older than what the engine needs."""


class SchemaError(GraphError):
    """A migration was changed, failed, or comes from a newer engine."""


class StatementError(GraphError):
    """A statement file is malformed, or was called with the wrong parameters."""


class OutOfMemoryError(GraphError):
    """The server ran out of memory on a statement."""


class ClosedError(GraphError):
    """The engine was closed."""


class JobError(GraphError):
    """A job that recomputes derived facts did not end well; what is stored is as it was."""


class JobsBusyError(JobError):
    """Another run of the jobs holds the lock, or took it over."""


class AlgorithmsMissingError(JobError):
    """Graph Data Science, or its client, is not there."""


class AlgorithmError(JobError):
    """Graph Data Science refused or failed."""


class JobMemoryError(JobError):
    """A job would take more memory than there is."""


class JobResultError(JobError):
    """What a job computed is worse than what is stored, so nothing was written."""


class ServerError(MnemosaicError):
    """The embedded server."""


class ServerStartError(ServerError):
    """The embedded server did not start."""


class ServerVersionError(ServerError):
    """The store of the embedded server belongs to another version."""


class JavaError(ServerError):
    """No usable Java was found."""


class PortInUseError(ServerError):
    """A port that the server was told to use is taken."""


class DownloadError(ServerError):
    """A jar could not be fetched or verified."""


class BackupError(ServerError):
    """A dump or a load failed."""


class ModelError(MnemosaicError):
    """An embedder or a language model."""


class ModelMismatchError(ModelError):
    """The graph was written with another embedding model or size."""


class ModelUnavailableError(ModelError):
    """The provider cannot be reached, or refuses for good."""


class ModelAnswerError(ModelError):
    """The model's answer could not be understood."""


class ModelAnswerCutError(ModelAnswerError):
    """The answer was cut off at the provider's limit: ask for less at once."""
