"""The test suite, by the folders of what it tests; what tests share is imported by its full name."""
