"""How a turn is thought through: rules by default, a model where one is configured."""
