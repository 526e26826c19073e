"""How fast rules, wire and referee are on this machine, beside yardsticks measured in the same run."""
