"""The process between the gateway and Monty. Kept empty: it is started once for each worker."""
