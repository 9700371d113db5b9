/** What is remembered of one job or pipeline. */
export interface ParentMemory {
  /** Every run up to this number is either over or in `open`. */
  lastNumber: number;
  /** Runs that have not ended, by ID, and whether their start was told. */
  open: ReadonlyMap<string, { isStarted: boolean }>;
}

/**
 * What a trigger remembers between two polls. Everything that happened before it was made is accounted for; everything
 * later can be found on the platform again, so a memory that is lost costs nothing as long as an older one is there.
 */
export interface Memory {
  /** What it was made for, see `watchKey`. */
  watched: string;
  /** The time of the latest event that was seen, by the platform's clock. */
  latestMs: number;
  /** By the ID of the job or pipeline. */
  parents: ReadonlyMap<string, ParentMemory>;
}

/** The form in which a memory is stored, as small as can be: a number alone for what has no open runs. */
interface StoredMemory {
  watched: string;
  latestMs: number;
  parents: Record<string, number | [number, Record<string, 0 | 1>]>;
}

export function storedForm({ watched, latestMs, parents }: Memory): StoredMemory {
  return {
    watched,
    latestMs,
    parents: Object.fromEntries(
      [...parents].map(([id, { lastNumber, open }]) => [
        id,
        open.size === 0
          ? lastNumber
          : [
              lastNumber,
              Object.fromEntries(
                [...open].map(([runId, { isStarted }]) => [runId, isStarted ? 1 : 0]),
              ),
            ],
      ]),
    ),
  };
}

/** Reads what was stored; undefined for nothing and for what an unknown version stored. */
export function readMemory(stored: unknown): Memory | undefined {
  const { watched, latestMs, parents } = (stored ?? {}) as Partial<StoredMemory>;
  if (typeof watched !== 'string' || typeof latestMs !== 'number' || !parents) return undefined;
  return {
    watched,
    latestMs,
    parents: new Map(
      Object.entries(parents).map(([id, entry]) => {
        const [lastNumber, open] = typeof entry === 'number' ? [entry, {}] : entry;
        return [
          id,
          {
            lastNumber,
            open: new Map(
              Object.entries(open).map(([runId, started]) => [runId, { isStarted: started === 1 }]),
            ),
          },
        ];
      }),
    ),
  };
}
