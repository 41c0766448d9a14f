"""Mail: who gets which, tokens in links, suppressed addresses, and every mail from its reason to its sending."""
