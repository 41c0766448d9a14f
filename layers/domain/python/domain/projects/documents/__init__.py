"""The ten documents of a project, written from its brief. Nothing is imported here: `markdown` alone is light."""
