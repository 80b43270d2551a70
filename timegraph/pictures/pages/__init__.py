"""Folders of pages, and the frame of every page."""
