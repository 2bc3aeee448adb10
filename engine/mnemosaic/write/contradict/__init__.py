"""The three rule checks of the local pipeline: numerical, semantic, logical. Pure functions over two statements.

    known, told = read(old), read(new)     each statement once, the caller keeps the reading
    judge(told, known)                     same, refines, changes over time, conflicts or unrelated, with the reason

A statement is cut into clauses and its words are paired with the other's; what is left over on either side, and how
the pairs differ, decides. A difference counts as a contradiction only where the rest agrees: in doubt it does not.
English only; in other languages amounts and equality are still compared.
"""

from mnemosaic.write.contradict.jobs import moved_on
from mnemosaic.write.contradict.judge import judge
from mnemosaic.write.contradict.read import read
from mnemosaic.write.contradict.reading import Reading

__all__ = ["Reading", "judge", "moved_on", "read"]
