from pathlib import Path

import pytest

from mnemosaic.readers import read
from mnemosaic.turns import Role, Turn

CALL = """Call of the second of March

[2025-03-02 10:15] Maria: I can't eat gluten.
Since I was nine.

Note: the line was bad here
[10:16] Tom: Hi! See https://example.org/a: it helps.
**Kitchen Bot:** Noted.
Maria: Thank you
"""


def turns(tmp_path: Path, content: str, name: str = "call.txt", **options: str) -> list[Turn]:
    path = tmp_path / name
    path.write_bytes(content.encode())
    found = list(read(path, **options))  # type: ignore[arg-type]
    assert all(isinstance(item, Turn) for item in found)
    return found  # type: ignore[return-value]


def test_each_line_is_a_turn_of_its_speaker(tmp_path: Path) -> None:
    found = turns(tmp_path, CALL)
    assert [(turn.speaker, turn.role, turn.text) for turn in found] == [
        ("document", Role.DOCUMENT, "Call of the second of March"),
        ("Maria", Role.USER, "I can't eat gluten.\nSince I was nine.\n\nNote: the line was bad here"),
        ("Tom", Role.USER, "[10:16] Hi! See https://example.org/a: it helps."),
        ("Kitchen Bot", Role.ASSISTANT, "Noted."),
        ("Maria", Role.USER, "Thank you"),
    ]
    assert [turn.position for turn in found] == list(range(5))
    assert [str(turn.said_at) for turn in found[:3]] == ["None", "2025-03-02 10:15:00+00:00", "None"]
    assert len({turn.session for turn in found}) == 1
    assert found[0].session.startswith("transcript-")


def test_options_hold_and_the_path_does_not_matter(tmp_path: Path) -> None:
    assert turns(tmp_path, CALL, "a.md") == turns(tmp_path, CALL.replace("\n", "\r\n"), "b.txt")
    found = turns(tmp_path, CALL, session="mine", timezone="Europe/Oslo")
    assert {turn.session for turn in found} == {"mine"}
    assert str(found[1].said_at) == "2025-03-02 09:15:00+00:00"


@pytest.mark.parametrize(
    "content",
    [
        "Maria: I can't eat gluten.\nTom: Hi!\nMaria: Hello.",
        "[2025-03-02 10:15] Maria: I moved.\n[2025-03-02 10:16] Tom: Where to?\n[2025-03-02 10:17] Maria: Oslo.",
        "User: What is the capital?\n\nAI: Oslo.\n\nUser: Thanks!",
        "Dr. Jane O'Hara-Smith: How are you?\nÅse Ødegård: Better.\nDr. Jane O'Hara-Smith: Good.",
        "李明: 你好。\n王芳: 你好！\n李明: 再见。",
    ],
)
def test_transcripts(tmp_path: Path, content: str) -> None:
    found = turns(tmp_path, content)
    assert len(found) == 3
    assert found[0].speaker == found[2].speaker != found[1].speaker
    assert Role.DOCUMENT not in {turn.role for turn in found}


@pytest.mark.parametrize(
    "content",
    [
        "# Tool\n\nNote: needs Python.\nNote: and Java.\nWarning: it is slow.\nNote: do not run it twice.",
        "name: app\nversion: 1\nname: other thing that is there.\nimage: x",
        "---\nTitle: A\nMaria: b.\n---\nMaria: c.\nTom: d.\n",
        "Services:\n  Web: it is up.\n  Web: it is down.\n  Web: it is up again.",
        "- Maria: bread.\n- Tom: wine.\n- Maria: cheese.",
        "Apple: a fruit that is red.\nPear: a fruit that is green.\nPlum: a fruit that is blue.",
        "Name: Bob\nAge: 3\nCity: Paris\n\nName: Ann\nAge: 4\nCity: Rome",
        "Maria: one.\nTom: two.",
        "Maria: one.\nTom: two.\nMaria: three.\n" + "And then a lot of prose follows.\n" * 4,
        "```\nMaria: one.\nTom: two.\nMaria: three.\nTom: four.\nMaria: five.\n```",
        "http://a.example/x\nhttp://a.example/y\nhttp://a.example/x",
        "INFO: it starts now.\nERROR: it stopped again.\nINFO: it starts once more.",
        "    Maria: one.\n    Tom: two.\n    Maria: three.",
    ],
)
def test_what_only_looks_like_one_stays_a_document(tmp_path: Path, content: str) -> None:
    assert {turn.role for turn in turns(tmp_path, content, "notes.md")} == {Role.DOCUMENT}
