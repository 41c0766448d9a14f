"""Deciding from a mail: by the customer, or by an approver who is asked when the customer stays silent."""
