import { setTimeout as sleep } from 'node:timers/promises';

/** Looks at runs and gives back those that go on. */
export type Look = (ids: string[]) => Promise<string[]>;

/** What a workflow's loop does: wait, look at each run that is still going on, keep those that have not ended. */
export async function loopUntilEnded(ids: string[], everyMs: number, look: Look): Promise<void> {
  let open = ids;
  while (open.length > 0) {
    await sleep(everyMs);
    open = await look(open);
  }
}
