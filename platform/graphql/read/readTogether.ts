import { unlessCancelled } from '../../time/cancel';

interface Gathering<Value> {
  ids: Set<string>;
  read: Promise<ReadonlyMap<string, Value>>;
}

/**
 * What all executions of a process ask for at the same moment with the same login, read once for all of them. It is not
 * cancelled with one who asked: others may wait for it. What cannot be read counts as not known.
 */
export class ReadTogether<Value> {
  private readonly gathering = new Map<string, Gathering<Value>>();

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
    const together = this.gathering.get(key) ?? this.gather(key, read);
    together.ids.add(id);
    const found = await unlessCancelled(together.read, signal).catch(() => undefined);
    return found?.get(id);
  }

  private gather(
    key: string,
    read: (ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, Value>>,
  ): Gathering<Value> {
    const ids = new Set<string>();
    // By then all have asked that can ask now.
    const begun = new Promise((resolve) => setImmediate(resolve));
    const gathering = {
      ids,
      read: begun.then(async () => {
        this.gathering.delete(key);
        return await read(ids);
      }),
    };
    this.gathering.set(key, gathering);
    return gathering;
  }
}
