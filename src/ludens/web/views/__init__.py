"""What the page shows of each game: a module or package a game, behind one Protocol."""
