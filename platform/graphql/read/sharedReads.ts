import { unlessCancelled } from '../../time/cancel';

interface Batch<Value> {
  ids: Set<string>;
  read: Promise<ReadonlyMap<string, Value>>;
}

/**
 * What all executions of a process ask for at the same moment with the same login, read once for all of them. It is not
 * cancelled with one who asked: others may wait for it. What cannot be read counts as not known.
 */
export class SharedReads<Value> {
  private readonly batches = new Map<string, Batch<Value>>();

  /**
   * @param key of the login, and of the place that is asked
   * @param read asks for all IDs; of those who ask together, the first one's is called
   */
  async get(
    key: string,
    id: string,
    read: (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, Value>>,
    signal?: AbortSignal,
  ): Promise<Value | undefined> {
    const batch = this.batches.get(key) ?? this.startBatch(key, read);
    batch.ids.add(id);
    const found = await unlessCancelled(batch.read, signal).catch(() => undefined);
    return found?.get(id);
  }

  private startBatch(
    key: string,
    read: (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, Value>>,
  ): Batch<Value> {
    const ids = new Set<string>();
    // By then all have asked that can ask now.
    const allAsked = new Promise((resolve) => setImmediate(resolve));
    const batch = {
      ids,
      read: allAsked.then(async () => {
        this.batches.delete(key);
        return await read(ids);
      }),
    };
    this.batches.set(key, batch);
    return batch;
  }
}
