"""Programs for the build, the documents and the operator of a stack; none of them is deployed."""
