"""A board in the browser: one page, its assets, and the server that thinks for it (extra `web`)."""
