"""What was read and tried: sightings, documents, attempts with the facts that they failed under."""
