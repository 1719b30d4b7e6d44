"""What Sandgate costs, as ratios within one run: `make bench`, and with WRITE=1 into `docs/benchmarks.md`."""
