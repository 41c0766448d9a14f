"""Queues of work for our workers, and the outbox marks by which a sweep finds work that a queue lost."""
