"""Phone numbers: by their form, and by what stands around them."""
