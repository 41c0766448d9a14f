"""Facts on record: sentences, each with the record that it rests on. Code that states a figure takes it from here."""
