"""`python -m ludens`, and the command `ludens`."""

import signal


def main() -> None:
    """Run the command line; Ctrl-C ends it from the first moment on, without a traceback."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from ludens.cli.app import main as run  # noqa: PLC0415 - this takes a moment
    finally:
        signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
