print("Sales of yesterday: 42")
