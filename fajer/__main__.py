"""`python -m fajer` is `fajer`."""

from fajer.cli.main import main

main()
