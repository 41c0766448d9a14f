"""How the worker speaks to a language model of anyone's: by OpenAI's, Anthropic's or Bedrock's protocol."""
