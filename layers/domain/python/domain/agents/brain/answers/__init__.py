"""One module per kind of question: each answer is computed from the facts, with what the consulted roles say."""
