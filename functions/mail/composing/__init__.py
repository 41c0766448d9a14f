"""Makes the MIME message of a letter: text and HTML from one pair of templates, and the headers around them."""
