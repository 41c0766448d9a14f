"""Projects: the team turns an intake into ten documents, and the customer approves each of them."""
