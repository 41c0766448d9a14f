"""Work for the CEO: a FIFO queue, and the outbox marks by which a sweep finds work that the queue lost."""
