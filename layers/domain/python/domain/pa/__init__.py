"""The personal assistant: intents, schedules, triage, tasks and reports."""
