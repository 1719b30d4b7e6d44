"""What Sandgate costs, as ratios within one run: `make bench`, or `make bench DATA=DIR` with captured catalogues."""
