"""Work items: pieces of a plan that the customer's own workers claim, do and submit, and that the customer accepts."""
