"""Makes a letter into a mail: text and HTML by one pair of templates, and the headers around them."""
