"""What is run at build time and never shipped."""
