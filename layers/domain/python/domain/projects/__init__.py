"""Projects: from an intake to a finished set of documents under the customer's approval."""
