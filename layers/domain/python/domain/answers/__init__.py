"""Facts: what is on record, each as a sentence with the record it rests on. Whoever tells a figure takes it here."""
