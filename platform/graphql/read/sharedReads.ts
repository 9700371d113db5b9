interface Batch<Value> {
  key: readonly unknown[];
  ids: Set<string>;
  read: Promise<ReadonlyMap<string, Value>>;
}

/** What is asked for by ID at the same moment, read once for all who ask. */
export class SharedReads<Value> {
  private readonly open = new Set<Batch<Value>>();

  /**
   * @param key what those have in common who share a read, as an endpoint and a signal
   * @param read asks for all IDs; of those who ask together, the first one's is called
   * @throws what `read` throws
   */
  async get(
    key: readonly unknown[],
    id: string,
    read: (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<Value | undefined> {
    const same = [...this.open].find((one) => one.key.every((part, index) => part === key[index]));
    const batch = same ?? this.startBatch(key, read);
    batch.ids.add(id);
    return (await batch.read).get(id);
  }

  private startBatch(
    key: readonly unknown[],
    read: (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, Value>>,
  ): Batch<Value> {
    const ids = new Set<string>();
    // By then all have asked that can ask now.
    const allAsked = new Promise((resolve) => setImmediate(resolve));
    const batch = {
      key,
      ids,
      read: allAsked.then(async () => {
        this.open.delete(batch);
        return await read(ids);
      }),
    };
    this.open.add(batch);
    return batch;
  }
}
