export interface Cost {
  workMs: number;
  /** Longest time for which the work blocked the event loop. */
  blockedMs: number;
}

/** Longest time for which work may block the event loop, with a margin for a busy machine. */
export const MAX_BLOCKED_MS = 300;
const MIN_TRIES = 3;
const MAX_TRIES = 12;

/** Returns the lowest values of several attempts, because the machine may be busy. @param maxWorkMs limit above which it tries again */
export async function measureCost(
  work: () => unknown,
  { minTries = MIN_TRIES, maxWorkMs = Infinity } = {},
): Promise<Cost> {
  const least: Cost = { workMs: Infinity, blockedMs: Infinity };
  const isTooMuch = () => least.blockedMs > MAX_BLOCKED_MS || least.workMs > maxWorkMs;
  for (let turn = 0; turn < minTries || (turn < MAX_TRIES && isTooMuch()); turn++) {
    const { workMs, blockedMs } = await measure(work);
    least.workMs = Math.min(least.workMs, workMs);
    least.blockedMs = Math.min(least.blockedMs, blockedMs);
  }
  return least;
}

async function measure(work: () => unknown): Promise<Cost> {
  const lap = startStopwatch();
  const cost: Cost = { workMs: 0, blockedMs: 0 };
  const endTurn = () => {
    const lapMs = lap();
    cost.workMs += lapMs;
    cost.blockedMs = Math.max(cost.blockedMs, lapMs);
  };
  let next = setImmediate(function turn() {
    endTurn();
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  endTurn();
  return cost;
}

/**
 * Returns a function that measures the time since its last call: the smaller of clock time, which includes other processes, and
 * CPU time, which includes other threads.
 */
function startStopwatch(): () => number {
  let [at, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    const lapMs = Math.min(performance.now() - at, (user + system) / 1_000);
    [at, used] = [performance.now(), process.cpuUsage()];
    return lapMs;
  };
}
