"""Personal data: found where it enters, kept from the model, given back at the tools."""
