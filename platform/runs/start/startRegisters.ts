import { Cache } from '../../time/cache';
import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import { StartRegister } from './startRegister';
import type { RunKind } from '../kinds';
import { listNewestRuns, getRecordedRun } from './newestRuns';
import { RecordClock } from './recordClock';

const FEW = 1_000;
const registers = new Map<string, StartRegister>();
const clocks = new Cache<string, RecordClock>({ size: 100 });
let pruneAt = FEW;

/** The register of all starts of one job or pipeline in this process; there is one for each login. */
export function startRegisterOf(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
): StartRegister {
  const key = `${endpoint.key} ${kind.noun} ${parentId.toLowerCase()}`;
  const known = registers.get(key);
  if (known) return known;
  if (registers.size >= pruneAt) prune();
  const register = new StartRegister(
    {
      newest: (limit) => listNewestRuns(endpoint, kind, parentId, limit),
      one: (runId) => getRecordedRun(endpoint, kind, runId),
    },
    recordClockOf(endpoint),
    { kind, login: endpoint.login },
  );
  registers.set(key, register);
  return register;
}

/** What this process knows of the clock by which a platform records its runs. */
export function recordClockOf(endpoint: GraphqlEndpoint): RecordClock {
  return clocks.getOrSet(endpoint.key, () => new RecordClock());
}

function prune(): void {
  for (const [key, register] of registers) if (register.isIdle) registers.delete(key);
  pruneAt = Math.max(FEW, registers.size * 2);
}
