"""AWS calls per request, their request units and bytes: counted at botocore's hooks, in process, on moto."""
