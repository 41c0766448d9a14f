"""The CEO and the team behind it: directory, conversation, and the turns in which questions are answered."""
