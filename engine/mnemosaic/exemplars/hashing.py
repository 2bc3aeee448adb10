"""Locality-sensitive hashing by random hyperplanes: near vectors fall into the same bucket more often than far ones.

A hyperplane through the centre puts a vector on one of two sides; two vectors at angle a fall on the same side with
probability 1 - a/pi (Charikar, STOC 2002). The sides of several hyperplanes are the bits of a bucket's name, several
such tables make near vectors meet in at least one. MOSAIC (arXiv 2607.16211) uses it to spare model calls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mnemosaic.models.protocols import Vectors

Codes = NDArray[np.int64]
"""Shape (vectors, tables): the bucket of each vector in each table."""

SEED = 20260716


class Hyperplanes:
    """Tables of random hyperplanes, the same for the same arguments.

    `centre` (shape (dimensions,)) is taken off each vector first: text embeddings lie in a narrow cone, and planes
    through the origin would leave most of them on one side. `spread` moves the planes off the centre, by normal
    distances of that deviation: in few dimensions, directions alone tell too little (as for p-stable hashing, Datar et
    al. 2004).
    """

    def __init__(
        self,
        dimensions: int,
        tables: int = 24,
        bits: int = 6,
        seed: int = SEED,
        centre: Vectors | None = None,
        spread: float = 0.0,
    ) -> None:
        """`bits` of 1..62 a table; more tables find more of the near, more bits keep out more of the far."""
        source = np.random.default_rng(seed)
        self._normals = source.standard_normal((dimensions, tables * bits)).astype(np.float32)
        lengths = np.linalg.norm(self._normals, axis=0)
        self._offsets = source.standard_normal(tables * bits).astype(np.float32) * np.float32(spread) * lengths
        if centre is not None:
            self._offsets = self._offsets + centre @ self._normals
        self._powers = (1 << np.arange(bits, dtype=np.int64))[::-1]
        self.tables = tables
        self.bits = bits

    def codes(self, vectors: Vectors) -> Codes:
        """The bucket number of each row in each table, in 0..2**bits - 1."""
        sides = (vectors @ self._normals - self._offsets) > 0
        codes: Codes = sides.reshape(len(vectors), self.tables, self.bits) @ self._powers
        return codes

    def buckets(self, vectors: Vectors) -> list[tuple[str, ...]]:
        """The buckets of each row as names such as `t0:5f`, one a table: table and bits in hexadecimal."""
        width = (self.bits + 3) // 4
        return [
            tuple(f"t{table}:{int(code):0{width}x}" for table, code in enumerate(row)) for row in self.codes(vectors)
        ]
