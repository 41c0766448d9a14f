"""One module per document; each has `sections(brief)`."""
