import { setImmediate } from 'node:timers/promises';
import type { Fault, ListingFormat, Sandbox } from '../../../sandbox';
import { cases, takeFirstCases } from '../../support/cases';
import type { ActiveTrigger } from '../../support/engine/activeTrigger';
import type { Poll } from '../../support/engine/poll';
import { randomNumbers } from '../../support/random';
import { sandboxInOwnTime, watch } from './support';

const ROUNDS = cases(160, 80);
const PATHS = ['', '/a', '/b', '/b/c', '/b/c/d'].flatMap((folder) =>
  ['1.xml', '2 %25.txt', '3#?.json', '4'].map((name) => `/watched${folder}/${name}`),
);

/** Faults that fail a poll, that it gets over, or that put a change off to the next one. */
const FAULTS: Fault[] = [
  { kind: 'status', status: 403, operation: 'confList' },
  { kind: 'status', status: 404, operation: 'confList' },
  { kind: 'status', status: 404, operation: 'confList', times: 3 },
  { kind: 'html', operation: 'confList' },
  { kind: 'badJson', operation: 'confList' },
  { kind: 'truncated', operation: 'confList' },
  { kind: 'status', status: 403, operation: 'confRetrieve' },
  { kind: 'status', status: 404, operation: 'confRetrieve' },
  { kind: 'resetAfter', operation: 'confRetrieve' },
];

interface Simulation {
  sandbox: Sandbox;
  trigger: ActiveTrigger;
  ledger: Ledger;
  random: () => number;
  counts: { changes: number; failed: number; restarts: number };
}

const SIMULATIONS: Array<[ListingFormat, number]> = [
  ['objects', 1],
  ['names', 4],
  ['wrapped', 3],
  ['objects', 2],
  ['names', 5],
];

const sandbox = sandboxInOwnTime();

test.each(takeFirstCases(SIMULATIONS, 2))(
  'files change at random, listed as %s (seed %i): each change is reported exactly once',
  async (listingFormat, seed) => {
    sandbox.confFiles.write('/elsewhere', 'x');
    sandbox.confFiles.listingFormat = listingFormat;
    const counts = { changes: 0, failed: 0, restarts: 0 };
    const simulation: Simulation = {
      sandbox: sandbox,
      trigger: watch(sandbox, { path: '/watched' }),
      ledger: new Ledger(),
      random: randomNumbers(seed),
      counts,
    };
    await simulation.trigger.activate();
    for (let round = 0; round < ROUNDS; round++) await playRound(simulation);
    await pollOnce(simulation, () => simulation.trigger.poll(), 'peace');
    expect(simulation.ledger.problems).toEqual([]);
    // It was no easy time.
    expect(counts.changes).toBeGreaterThan(ROUNDS);
    expect(counts.failed).toBeGreaterThan(ROUNDS / 40);
    expect(counts.restarts).toBeGreaterThan(ROUNDS / 12);
  },
  120_000,
);

async function playRound(simulation: Simulation): Promise<void> {
  const { random, trigger, counts } = simulation;
  changeSome(simulation, false);
  const kind = oneOf(['peace', 'fault', 'changes'] as const, random);
  if (random() > 0.2) {
    await pollOnce(simulation, () => trigger.poll(), kind);
    return;
  }
  counts.restarts++;
  // n8n tries again until a workflow could be activated.
  let activated = await pollOnce(simulation, () => trigger.activate(), kind);
  while (!activated) activated = await pollOnce(simulation, () => trigger.activate(), 'peace');
}

/** @returns whether the poll succeeded, which one in peace must */
async function pollOnce(
  simulation: Simulation,
  poll: () => Promise<Poll>,
  kind: 'peace' | 'fault' | 'changes',
): Promise<boolean> {
  const { sandbox, ledger, random, counts } = simulation;
  if (kind === 'fault') {
    sandbox.faults.add({ ...oneOf(FAULTS, random), skip: Math.floor(random() * 4) });
  }
  let failure: unknown;
  const polling = poll().catch((error: unknown) => void (failure = error));
  if (kind === 'changes') {
    for (let i = 0; i < random() * 8; i++) await setImmediate();
    changeSome(simulation, true);
  }
  const result = await polling;
  sandbox.faults.clear();
  const files = watchedFiles(sandbox);
  if (!result) {
    if (kind === 'peace') throw failure;
    ledger.failed(files);
    counts.failed++;
    return false;
  }
  ledger.enter(result, files);
  if (kind === 'peace') ledger.settle(files);
  return true;
}

function changeSome({ sandbox, ledger, random, counts }: Simulation, whilePolling: boolean): void {
  const remove = (path: string) => {
    if (sandbox.confFiles.remove(path)) ledger.removed(path, whilePolling);
  };
  if (random() < 0.02) watchedFiles(sandbox).forEach(remove);
  for (let i = Math.floor(random() * 5); i > 0; i--) {
    const path = oneOf(PATHS, random);
    counts.changes++;
    if (random() < 0.35) {
      remove(path);
    } else {
      // Mostly of one size: then time or content alone tells that it changed.
      sandbox.confFiles.write(path, `${counts.changes}`.padEnd(random() < 0.7 ? 8 : 20));
      ledger.wrote(path, whilePolling);
    }
  }
}

function watchedFiles(sandbox: Sandbox): Set<string> {
  return new Set(sandbox.confFiles.paths().filter((path) => path.startsWith('/watched/')));
}

function oneOf<Value>(values: readonly Value[], random: () => number): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/**
 * What the events told so far add up to, beside what really happened. An event that does not follow from what
 * happened since the last one of its file, as one that comes twice, is a problem.
 */
class Ledger {
  readonly problems: string[] = [];
  private readonly told = new Set<string>();
  /** Written since their last event; also those that the poll of that event may have seen already. */
  private readonly mayBeTold = new Set<string>();
  private readonly mustBeTold = new Set<string>();
  private readonly changedMeanwhile = new Set<string>();

  wrote(path: string, whilePolling: boolean): void {
    this.mayBeTold.add(path);
    if (whilePolling) this.changedMeanwhile.add(path);
    else this.mustBeTold.add(path);
  }

  removed(path: string, whilePolling: boolean): void {
    this.mustBeTold.delete(path);
    if (whilePolling) this.changedMeanwhile.add(path);
  }

  /** @param files what there is after the poll */
  enter({ json }: Poll, files: ReadonlySet<string>): void {
    for (const { event, path } of json as Array<{ event: string; path: string }>) {
      this.enterEvent(event, path, files);
    }
    this.changedMeanwhile.clear();
  }

  settle(files: ReadonlySet<string>): void {
    for (const path of this.mustBeTold) this.problems.push(`${path} was written and is not told`);
    for (const path of files) if (!this.told.has(path)) this.problems.push(`${path} is not told`);
    for (const path of this.told) {
      if (!files.has(path)) this.problems.push(`${path} is told and not there`);
    }
  }

  /** A poll that fails tells nothing of what was written meanwhile: the next one must. */
  failed(files: ReadonlySet<string>): void {
    for (const path of this.changedMeanwhile) if (files.has(path)) this.mustBeTold.add(path);
    this.changedMeanwhile.clear();
  }

  private enterEvent(event: string, path: string, files: ReadonlySet<string>): void {
    const uncertain = this.changedMeanwhile.has(path);
    if (this.told.has(path) === (event === 'fileCreated'))
      this.problems.push(`${event} ${path} again`);
    if (event === 'fileDeleted') {
      if (files.has(path) && !uncertain) this.problems.push(`${path} is there and told as deleted`);
      this.told.delete(path);
      return;
    }
    if (!this.mayBeTold.has(path)) this.problems.push(`${event} ${path}, which was not written`);
    this.told.add(path);
    this.mustBeTold.delete(path);
    if (!uncertain) this.mayBeTold.delete(path);
  }
}
