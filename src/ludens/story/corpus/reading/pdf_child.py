"""The child process that reads a PDF: `python -m ludens.story.corpus.reading.pdf_child FILE`."""

from __future__ import annotations

import json
import logging
import resource
import sys

MEMORY = 2_000_000_000
"""Bytes of address space."""
MOST_PAGES = 5_000
MOST_CHARACTERS = 64_000_000


def main(path: str) -> None:
    """Print the title and the text of each page as JSON; end with code 1 and a line if broken."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    logging.disable(logging.CRITICAL)
    from pypdf import PdfReader  # noqa: PLC0415 - after the limit is set

    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            sys.exit("it is locked with a password")
        if len(reader.pages) > MOST_PAGES:
            sys.exit(f"it has more than {MOST_PAGES} pages")
        pages: list[str] = []
        characters = 0
        for page in reader.pages:
            pages.append(page.extract_text() or "")
            characters += len(pages[-1])
            if characters > MOST_CHARACTERS:
                sys.exit("it has too much text")
        title = str(reader.metadata.title or "") if reader.metadata else ""
    except (SystemExit, KeyboardInterrupt):
        raise
    except MemoryError:
        sys.exit("it takes too much memory")
    except Exception as error:
        sys.exit(str(error).splitlines()[0] if str(error) else type(error).__name__)
    json.dump({"title": title, "pages": pages}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
