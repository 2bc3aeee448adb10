"""Settings: from arguments, else from the environment (`MNEMOSAIC_...`), else the defaults given here."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from pydantic_settings import SettingsError as SourceError

from mnemosaic.errors import SettingsError

_SECRET = frozenset({"password", "api_key", "MNEMOSAIC_API_KEY", "OPENAI_API_KEY", "aura_client_key"})
"""Settings whose values no message repeats."""


class Pipeline(StrEnum):
    """Who decomposes and judges: rules and local models, or a language model."""

    LOCAL = "local"
    LLM = "llm"


class Effort(StrEnum):
    """How much the llm pipeline spends on a scope.

    `full` looks for what the first pass left out and lets the model judge contradictions; `light` does neither: one
    call a window, and rules judge. `auto` is full for the scopes of `high_risk_scopes`, light elsewhere.
    """

    FULL = "full"
    LIGHT = "light"
    AUTO = "auto"


class Settings(BaseSettings):
    """What an engine is opened with. Every field can be set by an environment variable `MNEMOSAIC_<FIELD>`."""

    model_config = SettingsConfigDict(
        env_prefix="MNEMOSAIC_", env_ignore_empty=True, frozen=True, extra="forbid", populate_by_name=True
    )

    uri: str | None = Field(default=None, description="address of a Neo4j server; None: the embedded server")
    user: str = "neo4j"
    password: SecretStr | None = None
    database: str | None = Field(default=None, description="None: the server's default database")
    data: Path | None = Field(default=None, description="data folder of the embedded server; None: the user's own")
    memory: str | None = Field(default=None, description="heap of the embedded server, such as 2g")

    embedder: str = Field(
        default="e5-small-v2-q",
        description="a local model (bge-small-en-v1.5-q, e5-small-v2-q, all-MiniLM-L6-v2-q), or openai:<model name>",
    )
    embedding_dimensions: int | None = Field(default=None, gt=0, description="size of an openai: embedder's vectors")
    embedding_base_url: str | None = None

    pipeline: Pipeline | None = Field(default=None, description="None: llm where a model is named, else local")
    model: str | None = Field(default=None, description="name of the language model; None: none is used")
    base_url: str | None = Field(default=None, description="OpenAI-compatible address; None: the OpenAI default")
    api_key: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("api_key", "MNEMOSAIC_API_KEY", "OPENAI_API_KEY")
    )
    model_timeout: float = Field(default=60.0, gt=0, description="seconds for one model call")
    model_attempts: int = Field(default=4, ge=1, description="tries of one model call, the first included")
    classify_with_model: bool = Field(
        default=False, description="let the language model type claims that exemplars leave open: one call a batch"
    )
    window_turns: int = Field(default=12, ge=1, description="turns decomposed by one model call")
    window_tokens: int = Field(default=3000, ge=200, description="estimated tokens decomposed by one model call")

    effort: Effort = Field(default=Effort.AUTO, description="what the llm pipeline spends: full, light, or auto")
    high_risk_scopes: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="scopes that auto gives full effort, with all below them; none named: every scope"
    )
    judge_calls_per_turn: int = Field(
        default=2, ge=0, description="calls a turn at most for judging contradictions, retries included"
    )

    k: int = Field(default=20, ge=1, description="entries of a recall")
    route_with_model: bool = Field(default=False, description="let the language model weigh the types of a recall")
    sufficiency: float = Field(
        default=0.25, ge=0, le=1, description="sufficiency of what is found below which a recall abstains; 0: off"
    )
    signals: dict[str, float] = Field(
        default_factory=dict, description="weights of the signals of a recall by name, over the measured ones"
    )
    reranker: str | None = Field(
        default=None, description="model (the language model), or a folder with a cross-encoder; None: no reranking"
    )
    compose_exactly: bool = Field(
        default=False, description="embed what two atoms say together anew, instead of summing their vectors"
    )
    hops: int = Field(default=2, ge=0, le=2, description="how far composition walks")
    decay: float = Field(default=0.85, gt=0, le=1, description="factor a hop beyond the first (MemGuard)")
    evidence_tokens: int = Field(default=2000, ge=50, description="estimated tokens of an evidence block")
    batch_turns: int = Field(default=200, ge=1, description="turns written by one transaction")
    associations: int = Field(default=10, ge=0, le=10, description="outgoing ASSOCIATED edges an atom at most")

    compare: bool = Field(
        default=True, description="compare what is written with what is known; False: only equal ones"
    )
    confidence_gate: float = Field(
        default=0.6, ge=0, le=1, description="confidence below which a claim is kept apart and asked about; 0: off"
    )

    jobs_full_share: float = Field(
        default=0.3, ge=0, le=1, description="share of changed atoms from which a job computes a scope, or all, anew"
    )
    jobs_seed: int = Field(default=42, ge=0, description="random seed of the community algorithm")
    jobs_memory: int | None = Field(
        default=None, gt=0, description="MiB that projection and algorithm may take; None: what the server has free"
    )
    aura_client_id: str | None = Field(default=None, description="Aura API client: compute in Aura Graph Analytics")
    aura_client_key: SecretStr | None = Field(default=None, description="the client's key, which Aura calls its secret")
    aura_project: str | None = Field(default=None, description="Aura project, where the client has several")
    aura_provider: str = Field(default="gcp", description="cloud provider of its sessions: gcp, aws or azure")
    aura_region: str | None = Field(default=None, description="region of its sessions, such as europe-west1")
    aura_memory: str = Field(default="4GB", description="memory of a session of Aura Graph Analytics")

    @field_validator("high_risk_scopes", mode="before")
    @classmethod
    def _paths(cls, value: object) -> object:
        """From the environment: paths with commas between them."""
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple | set | frozenset):
            return parts
        paths = [unicodedata.normalize("NFC", str(part)).strip().strip("/") for part in parts]
        return tuple(path for path in paths if path)

    @property
    def uses_model(self) -> bool:
        """Whether the llm pipeline is in use."""
        return self.pipeline is Pipeline.LLM or (self.pipeline is None and self.model is not None)

    @classmethod
    def load(cls, **given: object) -> Self:
        """Settings from `given` over the environment; arguments that are None count as not given.

        Raises `SettingsError` with one line that names the setting.
        """
        try:
            return cls(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
        except SourceError as error:
            raise SettingsError(f"a setting cannot be read: {error}; lists and maps are JSON") from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "settings"
            was = "" if where in _SECRET else f", was {first['input']!r}"
            # the error itself is not chained: it would show a secret
            raise SettingsError(f"the setting {where} is invalid: {first['msg']}{was}") from None
