from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr, ValidationError

from ludens.llm.keys import MASK, Keys, Scrubber
from ludens.llm.settings import LLMSettings

KEY = "sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"


def test_the_environment_is_stronger_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("A_KEY=from-file\nB_KEY='quoted value'\nexport C_KEY=exported\n")
    keys = Keys({"A_KEY": "from-environment", "B_KEY": " "}, file)
    found = [keys.find(name) for name in ("A_KEY", "B_KEY", "C_KEY", "D_KEY", None)]
    assert [key and (key.value.get_secret_value(), key.source) for key in found] == [
        ("from-environment", "environment"),
        ("quoted value", ".env"),
        ("exported", ".env"),
        None,
        None,
    ]


def test_a_found_key_does_not_show_itself() -> None:
    found = Keys({"A_KEY": KEY}, None).find("A_KEY")
    assert KEY not in repr(found)
    assert KEY not in str(found)


def test_git_ignores_the_file_of_keys() -> None:
    ignored = (Path(__file__).parents[2] / ".gitignore").read_text().splitlines()
    assert ".env" in ignored


@given(st.text(), st.text())
def test_a_known_key_is_masked_wherever_it_stands(before: str, after: str) -> None:
    key = "a/strange+key=0123456789"
    scrubbed = Scrubber([SecretStr(key)]).scrub(f"{before}{key}{after}")
    assert key not in scrubbed
    assert MASK in scrubbed


def test_a_key_in_a_url_is_masked() -> None:
    key = "a/strange+key=0123456789"
    text = "GET /v1?key=a%2Fstrange%2Bkey%3D0123456789 and a/strange%2Bkey%3D0123456789"
    assert "0123456789" not in Scrubber([SecretStr(key)]).scrub(text)


@pytest.mark.parametrize(
    "text",
    [
        KEY,
        "sk-ant-api03-AbCdEfGhIjKlMnOpQr-StUvWxYz",
        "AIzaSyA0123456789abcdefghijklmnopqrstuv",
        "Authorization: Bearer abcdefgh12345678",
    ],
)
def test_what_looks_like_a_key_is_masked_though_it_is_not_ours(text: str) -> None:
    assert text.rsplit(maxsplit=1)[-1] not in Scrubber().scrub(f"error: {text}, sorry")


def test_plain_text_is_left_alone() -> None:
    text = "You ask the task-master for the sk-eleton key. The bearer nods."
    assert Scrubber([SecretStr("none")]).scrub(text) == text


@pytest.mark.parametrize("before", ["C:\\", "%", "&#", "\\x", "\\u"])
def test_what_swallows_the_first_letters_of_a_key_hides_no_escape_in_it(before: str) -> None:
    key = "bA12tX70RwG87bAVCzjDGeAGHQi04fj3"
    for escaped in ("\\u007a", "%7A", "&#122;", "\\172"):
        text = f"it lies in {before}{key.replace('z', escaped)}"
        assert key[8:16] not in Scrubber([SecretStr(key)]).scrub(text)


def test_a_key_with_half_a_character_is_hidden_like_any_other() -> None:
    key = "sk-proj-Zq7Rt2Vw9Lm4\udcffXc8Bn1"
    assert Scrubber([SecretStr(key)]).scrub(f"before {key} after") == f"before {MASK} after"


def test_an_error_is_one_line_of_bounded_length() -> None:
    line = Scrubber().line("a\n  b\r\n" + "c" * 1000)
    assert "\n" not in line
    assert line.startswith("a b c")
    assert len(line) == 500


SPELLINGS = {
    "JSON": lambda c: f"\\u{ord(c):04x}",
    "JSON in JSON": lambda c: f"\\\\u{ord(c):04X}",
    "JSON, here and there": lambda c: c if ord(c) % 2 else f"\\u{ord(c):04x}",
    "JSON in JSON, its mark escaped": lambda c: f"\\u005cu{ord(c):04x}",
    "JavaScript": lambda c: f"\\x{ord(c):02x}",
    "JavaScript, octal": lambda c: f"\\{ord(c):o}",
    "C, as many digits as one likes": lambda c: f"\\x{ord(c):0{2 + ord(c) % 7}x}",
    "C in a URL": lambda c: f"%5Cx00{ord(c):02x}",
    "a URL": lambda c: f"%{ord(c):02X}",
    "a URL in a URL": lambda c: f"%25{ord(c):02x}",
    "HTML": lambda c: f"&#{ord(c)};",
    "HTML in HTML": lambda c: f"&amp;#{ord(c)};",
    "HTML, unended": lambda c: f"&#{ord(c)}",
    "HTML, named": lambda c: {"/": "&sol;", "+": "&plus;", "=": "&equals;"}.get(c, f"&#{ord(c)};"),
    "HTML, hexadecimal": lambda c: f"&#x{ord(c):x};",
    "a slash": lambda c: "\\/" if c == "/" else c,
    "hexadecimal": lambda c: f"{ord(c):02x}",
    "hexadecimal in any case": lambda c: f"{ord(c):02{'xX'[ord(c) % 2]}}",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("key", ["my/own+key=1234567890", "sk-abcdefghijklmnopqrstuvwx"])
def test_a_key_is_masked_however_a_reply_spells_it(spelling: str, key: str) -> None:
    spelt = "".join(map(SPELLINGS[spelling], key))
    scrubber = Scrubber([SecretStr(key)])
    assert scrubber.scrub(f"<<{spelt}>> 100%25 \\n") == f"<<{MASK}>> 100%25 \\n"


LONG_KEY = "sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_abcdefghijklmnop-qrst/uvwxyz"
ESCAPES: dict[str, tuple[str, list[Callable[[str], str]]]] = {
    "JSON": ("\\", [lambda c: f"\\u{ord(c):04x}"]),
    "JavaScript": ("\\", [lambda c: f"\\u{{{ord(c):x}}}", lambda c: f"\\x{ord(c):02x}"]),
    "C": ("\\", [lambda c: f"\\{ord(c):03o}", lambda c: f"\\U{ord(c):08x}"]),
    "a URL": ("%", [lambda c: f"%{ord(c):02X}"]),
    "HTML": ("&", [lambda c: f"&#{ord(c)};", lambda c: f"&#x{ord(c):X};"]),
}
"""What begins an escape, and is always escaped, and how any letter may be."""


def escaped(text: str, language: str, dice: Random) -> str:
    """Return a text with the escapes of a language, here and there and where it must have them."""
    mark, ways = ESCAPES[language]
    share = dice.choice((0.1, 0.5, 0.9))
    return "".join(dice.choice(ways)(c) if c == mark or dice.random() < share else c for c in text)


@pytest.mark.parametrize("key", ["pass\\word", 'pass"word', "p4/fj9Wz", LONG_KEY])
@pytest.mark.parametrize("languages", [*product(ESCAPES, repeat=2)])
def test_a_key_is_masked_where_what_is_escaped_is_escaped_again(
    key: str, languages: tuple[str, str]
) -> None:
    scrubber = Scrubber([SecretStr(key)])
    for seed in range(10):
        dice, spelt = Random(seed), key
        for language in languages:
            spelt = escaped(spelt, language, dice)
        assert scrubber.scrub(f"<<{spelt}>>") == f"<<{MASK}>>", spelt


@pytest.mark.parametrize(
    ("key", "spelt"),
    [
        ('pass"word', 'pass\\"word'),
        ("pass\\dword", "pass\\\\dword"),
        ("p4/fj9Wz", "p4\\/fj9Wz"),
        ("Qz7RmT", "\\Q\\z7\\R\\mT"),
        ("Qz7RmT", "Qz7\\\nRmT"),
        ("Qz7RmT", "Qz7\\\r\nRmT"),
        ("Qz7RmT", "&amp#81;z7Rm&#84"),
        ("Qz7RmT", "\\x0051\\x7a\\x00000037Rm\\x054"),
    ],
)
def test_a_short_key_is_masked_in_the_escapes_of_single_letters(key: str, spelt: str) -> None:
    assert Scrubber([SecretStr(key)]).scrub(f"<<{spelt}>>") == f"<<{MASK}>>"


def wrapped(text: str, width: int) -> str:
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


CODES: dict[str, Callable[[str], str]] = {
    "octal, digits after letters": lambda k: "".join(f"\\{ord(c):03o}" for c in k),
    "octal here and there": lambda k: "".join(f"\\{ord(c):o}" if c in "sk-" else c for c in k),
    "identity escapes": lambda k: k.replace("-", "\\-").replace("_", "\\_"),
    "a line that goes on": lambda k: f"{k[:9]}\\\n{k[9:]}",
    "a line that ends": lambda k: f"{k[:9]}\n{k[9:]}",
    "a line that ends, in JSON": lambda k: f"{k[:9]}\\n{k[9:]}",
    "a space of no width": "\u200b".join,
    "a space of no width, in JSON": "\\u200b".join,
    "a space of no width, in HTML": "&ZeroWidthSpace;".join,
    "turned round": lambda k: f"{k[:9]}\u202e{k[9:]}",
    "colours": "\x1b[0m".join,
    "colours, as terminals are set back": "\x1b(B\x1b[m".join,
    "colours, in JSON": "\\u001b[0m".join,
    "colours, written out": "\\e[31m".join,
    "colours, written out in JSON": "\\\\E[1;31m".join,
    "colours, written out, and hexadecimal": lambda k: "\\e[0m".join(f"\\x{ord(c):x}" for c in k),
    "a bell, written out": "\\a".join,
    "another hyphen": lambda k: k.replace("-", "\u2011"),
    "wide letters": lambda k: "".join(chr(ord(c) + 0xFEE0) for c in k),
    "JSON": lambda k: k.replace("/", "\\/"),
    "base64 in lines of 8": lambda k: wrapped(in_base64(k.encode()), 8),
    "base64 in lines of 76": lambda k: wrapped(in_base64(f"the key: {k}".encode()), 76),
    "base64 of UTF-16": lambda k: in_base64(k.encode("utf-16-le")),
    "hexadecimal, marked": lambda k: ", ".join(f"0x{ord(c):02x}" for c in k),
    "hexadecimal, marked, in capitals": lambda k: " ".join(f"0X{ord(c):02X}" for c in k),
    "hexadecimal, marked by a letter": lambda k: " ".join(f"x{ord(c):02x}" for c in k),
    "hexadecimal in lines": lambda k: wrapped(k.encode().hex(":"), 24),
    "decimal": lambda k: str(list(k.encode())),
    "C, eight digits": lambda k: "".join(f"\\U{ord(c):08x}" for c in k),
    "hexadecimal with zeros": lambda k: ", ".join(f"0x{ord(c):04x}" for c in k),
    "decimal with zeros": lambda k: " ".join(f"{ord(c):03d}" for c in k),
    "colours of eight bits": "\x9b31m".join,
    "hexadecimal of four digits": lambda k: " ".join(f"{ord(c):04x}" for c in k),
    "hexadecimal of eight digits": lambda k: " ".join(f"{ord(c):08X}" for c in k),
    "hexadecimal of UTF-16": lambda k: k.encode("utf-16-be").hex(),
    "hexadecimal of UTF-32": lambda k: k.encode("utf-32-le").hex(),
    "code points": lambda k: " ".join(f"U+{ord(c):04X}" for c in k),
    "hexadecimal of assemblers": lambda k: " ".join(f"{ord(c):02X}h" for c in k),
    "decimal of three digits": lambda k: "".join(f"{ord(c):03d}" for c in k),
    "links of terminals": "\x1b]8;;\x07".join,
    "links of terminals, with an address": "\x1b]8;;http://a.b/c1\x1b\\".join,
}


@pytest.mark.parametrize("code", CODES)
def test_a_key_is_masked_in_whatever_code_it_comes(code: str) -> None:
    spelt = CODES[code](LONG_KEY)
    scrubbed = Scrubber([SecretStr(LONG_KEY)]).scrub(f"It is <<{spelt}>>, friend.")
    assert MASK in scrubbed
    # At most the letters that hold bits of what stands around it are left.
    left = scrubbed.removeprefix("It is <<").removesuffix(">>, friend.").replace(MASK, "")
    assert len("".join(filter(str.isalnum, left.removeprefix(in_base64(b"the key: ")[:-1])))) <= 6
    assert scrubbed.startswith("It is <<")
    assert scrubbed.endswith(">>, friend.")


@pytest.mark.parametrize("between", ["\\0 ", "\\10 ", "\\7\\n"])
def test_a_key_is_masked_with_control_characters_of_c_between_its_letters(between: str) -> None:
    scrubbed = Scrubber([SecretStr(LONG_KEY)]).scrub(f"<<{between.join(LONG_KEY)}>>")
    assert scrubbed == f"<<{MASK}>>"


@pytest.mark.parametrize("code", CODES)
def test_nothing_of_a_key_in_a_code_is_shown_while_it_comes(code: str) -> None:
    reply = f"It is <<{CODES[code](LONG_KEY)}>>, friend."
    scrubber = Scrubber([SecretStr(LONG_KEY)])
    whole = scrubber.scrub(reply)
    for end in range(0, len(reply), 3):
        shown = scrubber.begun(reply[:end])
        common = next(
            (n for n, (a, b) in enumerate(zip(shown, whole, strict=False)) if a != b), len(whole)
        )
        left = shown[common:].replace(in_base64(b"the key: "), "")
        assert len("".join(filter(str.isalnum, left))) <= 6, shown


@pytest.mark.timeout(30)
@pytest.mark.parametrize("nothing", ["\\", "%25", "&amp;", "\\u005c", "\\x0005c", "\\e", "\\0"])
def test_a_long_reply_of_escapes_is_read_in_time_and_left_alone(nothing: str) -> None:
    text = nothing * 30_000
    assert Scrubber([SecretStr("my/own+key=1234567890")]).scrub(text) == text


@pytest.mark.parametrize("before", ["", "u:", "us:", "user:"])
def test_a_key_is_masked_where_it_was_encoded_with_more(before: str) -> None:
    key = "my/own+key=1234567890"
    coded = base64.b64encode(f"{before}{key}".encode()).decode()
    assert MASK in Scrubber([SecretStr(key)]).scrub(coded)


def test_no_beginning_of_a_key_is_shown_while_a_reply_comes() -> None:
    key = "my/own+key=1234567890"
    reply = f"You ask for {key}, and I say no."
    scrubber = Scrubber([SecretStr(key)])
    shown = [scrubber.begun(reply[:end]) for end in range(len(reply))]
    assert not [each for each in shown if "my/" in each]
    assert shown[-1] == f"You ask for {MASK}, and I say "


def test_an_address_is_on_the_record_and_takes_no_password() -> None:
    address = "http://ada:hunter2@127.0.0.1:8080/v1"
    with pytest.raises(ValidationError, match="may hold no password"):
        LLMSettings.model_validate({"providers": {"compatible": {"base_url": address}}})
