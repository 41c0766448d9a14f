"""Decisions from a mail: by the customer, or by an approver whom we ask when the customer stays silent."""
