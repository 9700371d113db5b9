import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_TURN_MS = 25;

/** Lets n8n do its other work, and hear of a cancel, in the middle of work that never waits. */
export function eventLoopYielder(): () => Promise<void> {
  let lastMs = Date.now();
  return async () => {
    if (Date.now() - lastMs < MAX_TURN_MS) return;
    await nextTurn();
    lastMs = Date.now();
  };
}
