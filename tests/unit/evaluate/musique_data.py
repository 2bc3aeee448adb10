"""A folder in MuSiQue's form, with passages invented here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PASSAGES = [
    ("Kelp Quarterly", "Kelp Quarterly is a journal that the Harbour Guild of Tarn issues."),
    ("Harbour Guild of Tarn", "Its founder was Odile Brun, a diver."),
    ("Moss Weekly", "Moss Weekly is a magazine about gardens."),
    ("Odile Brun", "She was born in Vell."),
]
TRIPLES: list[list[list[str]]] = [
    [["Kelp Quarterly", "is issued by", "Harbour Guild of Tarn"], ["Kelp Quarterly", "journal"], ["alone"]],
    [["Harbour Guild of Tarn", "had as founder", "Odile Brun"], ["Odile Brun", "was", "a diver"]],
    [],
    [["Odile Brun", "was born in", "Vell"]],
]
QUESTION = "Where was the founder of what issues Kelp Quarterly born?"


def write(folder: Path, filler: int = 0) -> None:
    """The four passages, `filler` further ones, and two questions: one in two steps, one in three."""
    passages = list(PASSAGES)
    passages += [(f"Street {number}", f"Street {number} runs through the town of Ahl.") for number in range(filler)]
    triples = TRIPLES + [[[f"Street {number}", "runs through", "the town of Ahl"]] for number in range(filler)]
    save(folder, "musique_small_corpus.json", [{"title": title, "text": text} for title, text in passages])
    docs = [
        {"title": title, "text": text, "extracted_triples": own}
        for (title, text), own in zip(passages, triples, strict=True)
    ]
    save(folder, "openie_musique_small.json", {"docs": docs[::-1]})
    save(folder, "musique_small.json", [question("2hop__1_2", {0, 1}), question("3hop1__1_2_3", {0, 1, 3})])


def question(name: str, gold: set[int]) -> dict[str, Any]:
    paragraphs = [
        {"title": title, "paragraph_text": text, "is_supporting": place in gold}
        for place, (title, text) in enumerate(PASSAGES)
    ]
    return {"id": name, "question": QUESTION, "paragraphs": paragraphs}


def save(folder: Path, name: str, content: Any) -> None:
    (folder / name).write_text(json.dumps(content), encoding="utf-8")
