"""Who may give a command: what a control says, who people are, the papers they name."""
