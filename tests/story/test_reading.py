"""Files become books: every format and encoding, without what is not of the book; hostile ones end
in a clear line."""

from __future__ import annotations

import io
import signal
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.story.cast.portrait import Portraits
from ludens.story.corpus.book import Chapter
from ludens.story.corpus.index import Index
from ludens.story.corpus.passages import LONGEST_WORD, cut_chapter, passages_of
from ludens.story.corpus.reading import blocks, epub, read
from ludens.story.corpus.reading.apart import read_apart
from ludens.story.corpus.reading.read import read_book
from ludens.story.errors import CorpusRefusedError
from ludens.story.language.languages import language_of
from ludens.story.referee.answers import Knowledge
from ludens.story.world import make_world

PLAIN = """CHAPTER I. The Well

Ada went to the well. The water was café-black.

She said: “Nobody drinks here.”

CHAPTER II. The Wall

Bertram built a wall.
"""

HTML = """<html><head><title>Wells</title><script>var x = "no";</script></head><body>
<nav><p>Home</p></nav><h2>The Well</h2><p>Ada went to the <em>well</em>.</p>
<div><p>She said nothing.</p></div><blockquote>Deep.</blockquote></body></html>"""


def write(path: Path, data: str | bytes) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def make_epub(path: Path, pages: dict[str, str], named: int = 1) -> Path:
    manifest = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(pages))) * named
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "META-INF/container.xml",
            '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        )
        archive.writestr(
            "OPS/book.opf",
            f"<package><metadata><dc:title>The Wells</dc:title></metadata>"
            f"<manifest>{manifest}</manifest><spine>{spine}</spine></package>",
        )
        for name, text in pages.items():
            archive.writestr(f"OPS/{name}", text)
    return path


def make_pdf(path: Path, lines: list[str]) -> Path:
    """Write a PDF by hand: one page, one font."""
    body = "BT /F1 12 Tf 72 720 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    parts = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(body)} >>\nstream\n{body}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data = "%PDF-1.4\n"
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{part}\nendobj\n"
    start = len(data)
    data += "xref\n0 6\n0000000000 65535 f \n" + "".join(f"{p:010} 00000 n \n" for p in places)
    data += f"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return write(path, data)


def test_plain_text_is_cut_at_its_headings(tmp_path: Path) -> None:
    book = read_book(write(tmp_path / "the_well.txt", PLAIN))
    assert book.title == "The well"
    assert [c.title for c in book.chapters] == ["CHAPTER I. The Well", "CHAPTER II. The Wall"]
    assert book.chapters[0].paragraphs[1] == "She said: “Nobody drinks here.”"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-32"])
def test_any_common_encoding_gives_the_same_book(tmp_path: Path, encoding: str) -> None:
    book = read_book(write(tmp_path / "a.txt", PLAIN.encode(encoding)))
    assert "café-black" in book.chapters[0].paragraphs[0]
    assert "“Nobody" in book.chapters[0].paragraphs[1]


def test_the_licence_around_a_text_is_not_of_its_world(tmp_path: Path) -> None:
    text = (
        "The Project Gutenberg eBook of Wells\n\nTitle: The Wells of\n    Ada\n\n"
        "*** START OF THE PROJECT GUTENBERG EBOOK WELLS ***\n\nProduced by Somebody\n\n"
        f"CONTENTS\n\nCHAPTER I. The Well\n\nCHAPTER II. The Wall\n\n{PLAIN}\n\n"
        "*** END OF THE PROJECT GUTENBERG EBOOK WELLS ***\n\nSection 1. Trademark licence.\n"
    )
    book = read_book(write(tmp_path / "w.txt", text))
    whole = " ".join(p for c in book.chapters for p in c.paragraphs)
    assert book.title == "The Wells of Ada"
    for foreign in ("Gutenberg", "Trademark", "Produced", "START"):
        assert foreign not in whole
    assert "Ada went to the well." in whole
    assert len(book.chapters) == 2


def test_html_markdown_and_epub_give_what_a_reader_sees(tmp_path: Path) -> None:
    page = read_book(write(tmp_path / "a.html", HTML))
    assert page.title == "Wells"
    assert page.chapters[0].paragraphs == ("Ada went to the well.", "She said nothing.", "Deep.")
    marked = read_book(write(tmp_path / "a.md", "# Wells\n\n## One\n\nAda *went*.\n\n- a\n- b\n"))
    assert (marked.title, marked.chapters[0].title) == ("Wells", "One")
    assert marked.chapters[0].paragraphs == ("Ada went.", "a", "b")
    bound = read_book(
        make_epub(
            tmp_path / "a.epub",
            {"imprint.xhtml": "<p>Published by us</p>", "c1.xhtml": HTML, "c2.xhtml": HTML},
        )
    )
    assert bound.title == "The Wells"
    assert [c.title for c in bound.chapters] == ["The Well", "The Well"]
    assert "Published" not in str(bound)


def test_a_pdf_is_read_line_by_line_into_paragraphs(tmp_path: Path) -> None:
    lines = ["Ada went to the well and found that the water was as", "black as ink.", "", "It was."]
    book = read_book(make_pdf(tmp_path / "a.pdf", lines))
    assert "Ada went to the well and found that the water was as black as ink." in " ".join(
        book.chapters[0].paragraphs
    )


def test_a_folder_is_one_book_of_its_files_in_natural_order(tmp_path: Path) -> None:
    for number in (10, 9, 1):
        write(tmp_path / f"part {number}.txt", f"Part {number} tells of Ada.")
    write(tmp_path / "notes.bin", b"\x00\x01")
    book = read_book(tmp_path)
    assert [c.document for c in book.chapters] == ["part 1.txt", "part 9.txt", "part 10.txt"]


def refused(path: Path) -> str:
    with pytest.raises(CorpusRefusedError) as told:
        read_book(path)
    assert "\n" not in str(told.value)
    return str(told.value)


def test_a_book_read_apart_is_the_same_and_refused_in_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "one.md"
    path.write_text(f"# Long\n\n{'so ' * 80_000}\n", encoding="utf-8")
    assert read_apart(path) == read_book(path)
    assert max(map(len, read_book(path).chapters[0].paragraphs)) <= blocks.PIECE
    missing = tmp_path / "none.txt"
    with pytest.raises(CorpusRefusedError, match=f"^there is no file or folder {missing}$"):
        read_apart(missing)


def test_binary_junk_is_refused(tmp_path: Path) -> None:
    assert "is not text" in refused(write(tmp_path / "a.txt", bytes(range(256)) * 200))


def test_a_broken_pdf_and_a_broken_epub_are_refused(tmp_path: Path) -> None:
    assert "readable PDF" in refused(write(tmp_path / "a.pdf", b"%PDF-1.4\ngarbage"))
    assert "readable ePUB" in refused(write(tmp_path / "a.epub", b"PK\x03\x04 garbage"))


def test_a_zip_bomb_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(epub, "MOST_BYTES", 1_000_000)
    bomb = make_epub(tmp_path / "a.epub", {"c1.xhtml": "<p>" + "a " * 5_000_000 + "</p>"})
    assert bomb.stat().st_size < 100_000
    assert "unpacks to more than" in refused(bomb)


def test_a_text_that_is_too_large_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    big = tmp_path / "big.txt"
    with big.open("wb") as stream:
        stream.truncate(100_000_000)
    assert "100 MB" in refused(big)
    monkeypatch.setattr(read, "MOST_CHARACTERS", 10)
    assert "split it" in refused(write(tmp_path / "a.txt", PLAIN))


def test_a_folder_with_nothing_to_read_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    assert "holds no" in refused(tmp_path)
    assert "there is no file" in refused(tmp_path / "nowhere.txt")
    assert "no text" in refused(write(tmp_path / "e.txt", ""))


def test_markup_that_nests_without_end_is_read(tmp_path: Path) -> None:
    deep = "<div>" * 3000 + "<p>Ada.</p>" + "</div>" * 3000
    assert "Ada." in str(read_book(write(tmp_path / "a.html", f"<html>{deep}</html>")))
    assert blocks.MOST_BYTES < 100_000_000


def test_a_zip_of_nothing_is_no_epub(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.txt", "Ada")
    assert "is not an ePUB" in refused(write(tmp_path / "a.epub", data.getvalue()))


MANY = " ".join(f"a{number}" for number in range(50_000))
MANY_QUOTED = " ".join(f'a{number}=">"' for number in range(50_000))
"""Attributes of one element."""
ENDLESS = {
    "abbreviations.txt": "Mr. " * 100_000,
    "nesting.html": "<div>" * 900 + "<p>So it was told.</p>" * 5_000,
    "headings.html": "<h1><div>" * 450 + "Told." + "</div></h1>" * 450 + "<p>So it was.",
    "attributes.html": f"<p {MANY}>So it was told.</p>",
    "quoted.html": f"<p {MANY_QUOTED}>So it was told.</p>",
    "closing.html": "<p>So it was told.</p =" + f'" {MANY}>',
    "brackets.md": "Told. " + "[" * 100_000,
    "quotations.md": ">" * 100_000 + " Told.",
    "marks.txt": "“" * 100_000 + " Told.",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_text_that_goes_on_without_end_is_read_once_through(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(ENDLESS[name], encoding="utf-8")
    book = read_book(tmp_path / name)
    assert passages_of(book, 80)


def test_a_page_that_nests_as_no_book_does_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep.html").write_text("<div>" * 20_000 + "Told.", encoding="utf-8")
    with pytest.raises(CorpusRefusedError, match="no book does"):
        read_book(tmp_path / "deep.html")


WORD = (
    '<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>The Well</w:t>'
    "</w:r></w:p><w:p/><w:p><w:r><w:t>Ada went</w:t><w:tab/><w:t>to the well.</w:t></w:r></w:p>"
    "</w:body></w:document>"
)
OPEN = (
    '<office:text><text:h text:outline-level="1">The Well</text:h><text:p/>'
    "<text:p>Ada went<text:s/>to the <text:span>well</text:span>.</text:p></office:text>"
)
FICTION = (
    "<FictionBook><body><section><title><p>The Well</p></title><p>Ada went to the "
    '<emphasis>well</emphasis>.</p></section></body><body name="notes"><p>A note</p></body>'
    "</FictionBook>"
)


@pytest.mark.parametrize(
    ("name", "member", "text"),
    [
        ("a.docx", "word/document.xml", WORD),
        ("a.odt", "content.xml", OPEN),
        ("a.fb2", None, FICTION),
    ],
)
def test_what_word_processors_write_is_read_with_its_headings(
    tmp_path: Path, name: str, member: str | None, text: str
) -> None:
    if member is None:
        write(tmp_path / name, text)
    else:
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr(member, text)
    (chapter,) = read_book(tmp_path / name).chapters
    assert (chapter.title, chapter.paragraphs) == ("The Well", ("Ada went to the well.",))


def test_paragraphs_in_paragraphs_are_read_once(tmp_path: Path) -> None:
    boxed = "<w:p><w:t>Ada went </w:t><w:p><w:t>to the well.</w:t></w:p></w:p>"
    endless = "<w:p><w:r><w:t>So </w:t></w:r>" * 5_000
    for text in (boxed, endless):
        with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
            archive.writestr("word/document.xml", f"<w:document><w:body>{text}")
        (chapter,) = read_book(tmp_path / "a.docx").chapters
        (paragraph,) = chapter.paragraphs
        assert paragraph in ("Ada went to the well.", " ".join(["So"] * 5_000))
    with zipfile.ZipFile(tmp_path / "deep.docx", "w") as archive:
        archive.writestr("word/document.xml", endless * 2)
    with pytest.raises(CorpusRefusedError, match="no book does"):
        read_book(tmp_path / "deep.docx")


@pytest.mark.timeout(60)
def test_paragraphs_of_a_word_are_put_together_in_time() -> None:
    words = ["ANNA"] * 400_000
    cut = cut_chapter(Chapter(title="", paragraphs=tuple(words)), 80)
    assert "\n\n".join(text for _, text in cut) == "\n\n".join(words)


@pytest.mark.parametrize("unit", ["a.", "中", "A", "“a.”"])
def test_a_text_without_spaces_is_cut_like_any_other(unit: str) -> None:
    endless = Chapter(title="", paragraphs=(unit * (40_000 // len(unit)),))
    cut = cut_chapter(endless, 80)
    assert "".join(text for _, text in cut) == endless.paragraphs[0]
    assert max(len(text) for _, text in cut) <= 80 * 2 * LONGEST_WORD


CROWDS = {
    "of one surname": '"I have seen the {n}th house," said Mr {name} {other}. Mrs {name} laughed.',
    "in talk": '"I have seen it." "No," she said. "Yes," said {name} to {other}.',
    "of quotations": '"{name} said " "he said " ',
    "of titles": "Mr. Mr. Mr. Mr. Mr. Mr. ",
}


@pytest.fixture
def ten_seconds_of_cpu() -> Iterator[None]:
    """Stops what takes more, however busy the machine is."""

    def stop(*_: object) -> None:
        pytest.fail("it takes more than ten seconds of CPU")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, 10)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


@pytest.mark.usefixtures("ten_seconds_of_cpu")
def test_a_page_that_an_epub_names_again_and_again_is_read_once(tmp_path: Path) -> None:
    once, often = (
        epub.read_epub(
            make_epub(tmp_path / "a.epub", {"c1.xhtml": HTML}, named).read_bytes(), "a"
        ).blocks
        for named in (1, 100_000)
    )
    assert often == once


@pytest.mark.usefixtures("ten_seconds_of_cpu")
@pytest.mark.parametrize("crowd", CROWDS)
def test_a_crowd_of_speakers_is_told_apart_in_time(tmp_path: Path, crowd: str) -> None:
    def name(n: int) -> str:
        return "".join("BDFGKLMNPRSTVZ"[n // 14**k % 14].lower() + "aeio"[(n + k) % 4]
                       for k in range(4)).title()  # fmt: skip

    told = [CROWDS[crowd].format(n=n, name=name(n * 7), other=name(n * 7 + 3)) for n in range(1000)]
    write(
        tmp_path / "crowd.txt",
        ("\n\n" if crowd in ("of one surname", "in talk") else " ").join(told),
    )
    world = make_world(read_book(tmp_path / "crowd.txt"), Index(None, 80))
    Portraits(world).lines()
    Knowledge([passage.text for passage in world.passages]).check(told[0] * 100)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.rtf", b"{\\rtf1 Ada}", "rich text"),
        ("a.doc", b"\xd0\xcf\x11\xe0" + bytes(90), "old Word"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(90), "picture"),
    ],
)
def test_what_is_no_text_is_refused_by_what_it_is(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    assert said in refused(write(tmp_path / name, data))


def test_a_line_in_capitals_is_no_chapter_by_itself(tmp_path: Path) -> None:
    text = "CHAPTER I\n\nTHE WELL\n\nAda read the sign.\n\nNO WATER HERE\n\nShe went home.\n"
    (chapter,) = read_book(write(tmp_path / "a.txt", text)).chapters
    assert chapter.title == "CHAPTER I · THE WELL"
    assert "NO WATER HERE" in chapter.paragraphs


def test_a_chapter_s_title_may_go_on_over_several_lines(tmp_path: Path) -> None:
    title = "Chapter I: " + "The Reverend Arthur Brown and\nMiss Ada Brown " * 3 + "Drive Out"
    long = "Chapter one: the long day that Ada spent at the well with her brother " * 2
    (chapter,) = read_book(write(tmp_path / "a.txt", f"{title}\n\nAda sat.\n\n{long}")).chapters
    assert chapter.title == " ".join(title.split())
    assert len(chapter.paragraphs) == 2


def test_a_title_page_names_the_book_and_is_no_text_of_it(tmp_path: Path) -> None:
    text = "THE DEEP WELL\n\nBy A. N. Author\n\nCHAPTER I\n\nAda _never_ went to the well.\n"
    book = read_book(write(tmp_path / "a.txt", text))
    assert book.title == "The Deep Well"
    assert book.chapters[0].paragraphs == ("Ada never went to the well.",)


def test_the_language_of_a_book_is_told_by_its_commonest_words(tmp_path: Path) -> None:
    german = "Der Mann war nicht in der Stadt, und sie ging mit dem Hund auf das Feld. " * 5
    assert language_of(read_book(write(tmp_path / "a.txt", german))) == "de"
    assert language_of(read_book(write(tmp_path / "b.txt", PLAIN))) == "en"


TELLING = "Ada went to the well, and Bertram went after her with the lamp in his hand. " * 12


def chapters_of(path: Path, text: str) -> list[str]:
    return [chapter.title for chapter in read_book(write(path, text)).chapters]


def test_lines_with_numbers_are_chapters_where_they_count_on(tmp_path: Path) -> None:
    told = "\n\n".join(f"{n}\n\nThe Well of {w}\n\n{TELLING}" for n, w in
                       enumerate(["Ada", "Bertram", "Clara"], 1))  # fmt: skip
    assert chapters_of(tmp_path / "a.txt", f"PART ONE--Water\n\n{told}") == [
        "1 · The Well of Ada", "2 · The Well of Bertram", "3 · The Well of Clara",
    ]  # fmt: skip
    titled = "\n\n".join(f"{n}.  The Well\n\n{TELLING}" for n in (1, 2, 3))
    assert chapters_of(tmp_path / "b.txt", titled) == ["1. The Well", "2. The Well", "3. The Well"]
    restarting = "\n\n".join(f"[{n}]\n\n{TELLING}" for n in ("I", "II", "III") * 2)
    assert len(chapters_of(tmp_path / "c.txt", restarting)) == 6


def test_an_author_s_initials_and_a_list_are_no_chapters(tmp_path: Path) -> None:
    signed = f"CHAPTER I\n\n{TELLING}\n\nL. Frank Author\n\n{TELLING}"
    assert chapters_of(tmp_path / "a.txt", signed) == ["CHAPTER I"]
    listed = f"CHAPTER I\n\n{TELLING}\n\n1. A rope\n\n2. A lamp\n\n3. A spade\n\n{TELLING}"
    assert chapters_of(tmp_path / "b.txt", listed) == ["CHAPTER I"]


def test_a_table_of_contents_may_name_chapters_alike(tmp_path: Path) -> None:
    front = "WELLS\n\nby\n\nAda Author\n\nNEW YORK\n\nCONTENTS\n\n"
    listed = "\n\n".join(f"CHAPTER {n}\n\nAda's Journal {p}" for n, p in (("I", 1), ("II", 9)))
    told = "\n\n".join(f"CHAPTER {n}\n\nADA'S JOURNAL--more\n\n{TELLING}" for n in ("I", "II"))
    assert chapters_of(tmp_path / "a.txt", f"{front}{listed}\n\n{told}") == [
        "CHAPTER I · ADA'S JOURNAL--more", "CHAPTER II · ADA'S JOURNAL--more",
    ]  # fmt: skip


def test_ornaments_and_what_is_left_of_large_letters_are_not_of_the_story(tmp_path: Path) -> None:
    text = "CHAPTER I\n\n|ADA sat.\n\n* * * * *\n\nShe went.\n"
    (chapter,) = read_book(write(tmp_path / "a.txt", text)).chapters
    assert chapter.paragraphs == ("ADA sat.", "She went.")


def test_a_licence_in_an_epub_s_first_page_is_not_of_its_world(tmp_path: Path) -> None:
    head = "<pre>The Project Gutenberg eBook, Wells, by Ada *** START OF THE PROJECT GUTENBERG"
    first = f"{head} EBOOK WELLS ***</pre><h1>WELLS</h1><h2>by Ada Author</h2>"
    book = read_book(make_epub(tmp_path / "a.epub", {"c0.xhtml": first, "c1.xhtml": HTML}))
    assert "Gutenberg" not in str(book)
    assert "Author" not in book.chapters[0].title


def test_a_book_s_own_title_is_no_chapter_s(tmp_path: Path) -> None:
    page = HTML.replace("<title>Wells</title>", "<title>Wells, by A. Moor</title>")
    page = page.replace("<h2>The Well</h2>", "<h1>WELLS</h1><h2>By A. Moor</h2><h2>The Well</h2>")
    book = read_book(write(tmp_path / "a.html", page))
    assert (book.title, [c.title for c in book.chapters]) == ("Wells", ["The Well"])


def test_a_file_s_name_that_says_nothing_is_no_title(tmp_path: Path) -> None:
    folder = tmp_path / "AWalkInTheWood"
    folder.mkdir()
    bare = f"CHAPTER I\n\nAda sat.\n\n{TELLING}"
    for name in ("novel_text.txt", "text.txt", "1260.txt", "pg-12.txt"):
        assert read_book(write(folder / name, bare)).title == "A walk in the wood"
        assert read_book(write(folder / name, f"THE DEEP WELL\n\n{bare}")).title == "The Deep Well"
    assert read_book(write(folder / "deep_well.txt", f"ADA\n\n{bare}")).title == "Deep well"


@pytest.mark.parametrize(
    "mark",
    [
        "[Illustration]",
        "[Illustration: The well at night]",
        "{The well at night: p30.jpg}",
        "![The well](images/well.png)",
        "link:images/p30b.jpg[image:images/p30s.jpg[The well at night]]",
    ],
)
def test_marks_of_pictures_are_no_text(tmp_path: Path, mark: str) -> None:
    text = f"CHAPTER I\n\nAda sat.\n\n{mark}\n\nShe went {mark} home. [She laughed.]\n\n{TELLING}"
    (chapter,) = read_book(write(tmp_path / "a.txt", text)).chapters
    assert chapter.paragraphs[:2] == ("Ada sat.", "She went home. [She laughed.]")


def test_an_opening_mark_that_an_encoding_lost_is_put_back(tmp_path: Path) -> None:
    text = "CHAPTER I\n\n\"He said ?no' and ?go away,' and left. Why? Nobody ?knows.\"\n\n?Tis so."
    (chapter,) = read_book(write(tmp_path / "a.txt", text)).chapters
    assert chapter.paragraphs == (
        "\"He said 'no' and 'go away,' and left. Why? Nobody 'knows.\"",
        "'Tis so.",
    )
    (chapter,) = read_book(write(tmp_path / "b.txt", "CHAPTER I\n\n?Que tal? ?Tis so.")).chapters
    assert chapter.paragraphs == ("?Que tal? ?Tis so.",)
