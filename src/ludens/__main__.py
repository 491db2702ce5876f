"""`python -m ludens`: the command line."""

from ludens.cli.app import main

main()
