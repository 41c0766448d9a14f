"""Asks a language model, on any server, by OpenAI's, Anthropic's or Bedrock's protocol."""
