"""The ten documents of a project, written from its brief. Nothing is imported here, so that `markdown` loads alone."""
