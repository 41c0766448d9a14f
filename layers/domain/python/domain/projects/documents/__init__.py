"""The ten documents of a project, written from its brief: real text, the same for the same facts, without a network.

`brief.brief_from` reads the brief, `compose.compose` writes. Nothing is imported here: many who only want `markdown`
would load all writers with it.
"""
