"""The CEO and the team: their directory, the conversation, and the turns in which the CEO answers questions."""
