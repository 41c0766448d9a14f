"""What Atrium knows: one package per domain, free of HTTP."""
