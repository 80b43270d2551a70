"""What several commands share: options, messages, files and errors."""
