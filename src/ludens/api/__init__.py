"""Ludens from Python: what `import ludens` gives.

    episode = ludens.play("drowned_clock", model="openai", turns=50)
    table = ludens.mafia(seats=7)
    visit = ludens.book("emma.epub", prompts=["Who lives at Hartfield?"])
    ludens.episodes(game="adventure").df()
    ludens.suite("suite.toml").df()

Everything is on the record of the store that the settings name, as if the command line had played.
"""
