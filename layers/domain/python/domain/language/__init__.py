"""Plain language: words, spelling, names and which language a text is in; one room for everybody who reads text."""
