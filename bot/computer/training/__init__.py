"""How the nets came to be: self-play, teachers and duels. Imported by nothing that runs for users."""
