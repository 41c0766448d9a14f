"""Whether reading a page of a list costs more when the list grows: in calls, units, bytes and time."""
