"""What a release consists of besides the wheel: a bundle for desktop clients, the registry entry, the site."""
