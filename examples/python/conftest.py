pytest_plugins = ["pytest_orrery"]
