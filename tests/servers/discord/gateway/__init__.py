"""The gateway: websockets that greet, are identified or resumed, and are told what happens."""
