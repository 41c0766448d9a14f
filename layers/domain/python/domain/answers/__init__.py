"""Facts on record, each a sentence with the record it rests on. Code that states a figure takes it from here."""
