"""Mail: which mails an account gets, tokens in links, suppressed addresses, and every step from the event to SES."""
