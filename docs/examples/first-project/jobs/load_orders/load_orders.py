import os

print("Loading orders from", os.environ["DATABASE_URL"])
print("Batches of", os.environ["BATCH_SIZE"])
