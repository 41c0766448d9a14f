"""Plain words: what the CEO and the assistant share for reading a message."""
