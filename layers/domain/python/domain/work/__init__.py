"""Work for the CEO: one FIFO queue, and the outbox marks from which a sweep re-sends what fell out."""
