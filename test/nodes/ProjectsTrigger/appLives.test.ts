import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { pollNode } from '../../../harness/engine/poll';
import { firstCases } from '../../support/cases';
import { randomNumbers } from '../../support/random';

/** `npm run test:all -- appLives` lives all of them. */
const LIVES = firstCases(
  Array.from({ length: 300 }, (_, index) => index + 1),
  6,
);
const EVENTS = ['appStarted', 'appStopped', 'appFailed', 'appRecovered'];
const MINUTE_MS = 60_000;

interface Change {
  atMs: number;
  status: 'STARTED' | 'FAILED' | 'RECOVERING' | 'STOPPED';
  execution: number;
}

/** What really happens to an app, by what is asked of it. It knows nothing of the platform's own record. */
class Life {
  changes: Change[] = [];
  private execution = 0;
  private isStopping = true;

  constructor(readonly id: string) {}

  private forget(fromMs: number, isAlsoThen: boolean): void {
    this.changes = this.changes.filter(({ atMs }) => atMs < fromMs + (isAlsoThen ? 0 : 1));
  }

  begin(nowMs: number, script: ReturnType<World['script']>): void {
    this.forget(nowMs, true);
    this.execution++;
    this.isStopping = false;
    const add = (atMs: number, status: Change['status']) =>
      this.changes.push({ atMs, status, execution: this.execution });
    const startedMs = nowMs + script.startSeconds * 1000;
    add(startedMs, script.outcome);
    if (script.outcome === 'FAILED' || script.crashAfterSeconds === null) return;
    const crashedMs = startedMs + script.crashAfterSeconds * 1000;
    add(crashedMs, 'RECOVERING');
    add(crashedMs + script.recoverSeconds * 1000, 'STARTED');
  }

  stop(nowMs: number): void {
    const current = this.changes.filter(({ atMs }) => atMs <= nowMs).at(-1);
    const hasFailed = current?.status === 'FAILED' && current.execution === this.execution;
    if (this.isStopping || hasFailed) return;
    this.isStopping = true;
    this.forget(nowMs, false);
    this.changes.push({ atMs: nowMs + 1000, status: 'STOPPED', execution: this.execution });
  }

  /** What a trigger that never sleeps would emit. */
  events(fromMs: number, untilMs: number): string[] {
    let failedIn: number | undefined;
    return this.changes.flatMap(({ atMs, status, execution }) => {
      const names: string[] = [];
      if (status === 'STOPPED') names.push('appStopped');
      else if (status === 'STARTED') {
        names.push('appStarted', ...(failedIn === undefined ? [] : ['appRecovered']));
        failedIn = undefined;
      } else {
        if (failedIn !== execution) names.push('appFailed');
        failedIn = execution;
      }
      return atMs > fromMs && atMs <= untilMs ? names.map((name) => `${name} ${atMs}`) : [];
    });
  }
}

class World {
  nowMs = Date.now() + 90_000;
  lives: Life[] = [];

  constructor(private readonly random: () => number) {}

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  script() {
    return {
      startSeconds: this.pick([0, 1, 5, 40, 400]),
      outcome: this.pick(['STARTED', 'STARTED', 'FAILED'] as const),
      crashAfterSeconds: this.pick([null, null, 0.5, 20, 300, 3_000]),
      recoverSeconds: this.pick([0.25, 2, 90]),
    };
  }
}

interface Polling {
  /** What n8n has in its memory, and what it would find after a crash. */
  staticData: IDataObject;
  saved: IDataObject;
  emitted: IDataObject[];
}

async function live(seed: number, sandbox: Sandbox, world: World) {
  const { id: projectId } = sandbox.store.addProject({ name: `Project ${seed}` });
  const { technologyId = '' } = sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
  const addApp = () => {
    const { id } = sandbox.store.apps.add({ projectId, technologyId, name: `App ${seed}` });
    world.lives.push(new Life(id));
  };
  world.lives = [];
  const count = world.pick([1, 2, 5]);
  for (let index = 0; index < count; index++) addApp();
  const polling: Polling = { staticData: {}, saved: {}, emitted: [] };
  const isByIds = world.pick([true, false]);
  const ids = isByIds ? world.lives.map(({ id }) => id) : [];
  const poll = async () => {
    const { json, staticData } = await pollNode({
      type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
      parameters: {
        resource: 'app',
        projectId: { __rl: true, mode: 'id', value: projectId },
        ids,
        events: EVENTS,
      },
      credentials: { dataPlatformApi: sandbox.credentials },
      staticData: polling.staticData,
    });
    const times = json.map(({ changedAt }) => Date.parse(String(changedAt)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    polling.emitted.push(...json);
    polling.staticData = staticData;
    if (json.length > 0 || polling.saved.runs === undefined) polling.saved = staticData;
  };
  const act = () => {
    const one = world.pick(world.lives);
    if (world.pick([true, true, false])) {
      const script = world.script();
      sandbox.store.apps.setScript(one.id, script);
      sandbox.store.apps.begin(one.id, world.pick(['STARTING', 'RESTARTING', 'UPGRADING']));
      one.begin(world.nowMs, script);
    } else {
      sandbox.store.apps.stop(one.id);
      one.stop(world.nowMs);
    }
  };
  for (let index = 0; index < 3; index++) {
    act();
    world.nowMs += world.pick([500, MINUTE_MS]);
  }
  const sinceMs = world.nowMs;
  await poll();
  for (let step = 0; step < 14; step++) {
    // What a poll has seen, no later action undoes.
    world.nowMs++;
    for (let acts = world.pick([0, 1, 1, 2, 12]); acts > 0; acts--) {
      act();
      world.nowMs += world.pick([0, 700, 10_000, 3 * MINUTE_MS]);
    }
    world.nowMs += world.pick([1_000, MINUTE_MS, 20 * MINUTE_MS]);
    if (!isByIds && step === 5) addApp();
    const accident = world.pick(['none', 'none', 'outage', 'restart', 'crash']);
    if (accident === 'outage') {
      sandbox.accidents.add({
        kind: 'errors',
        operation: isByIds ? 'app' : 'project',
        errors: [{ message: 'Down' }],
        times: 20,
      });
      await expect(poll()).rejects.toThrow();
      sandbox.accidents.clear();
      continue;
    }
    // n8n reads what it has written; after a crash, what it had written last.
    const kept = accident === 'crash' ? polling.saved : polling.staticData;
    polling.staticData = JSON.parse(JSON.stringify(kept)) as IDataObject;
    await poll();
  }
  await poll();
  const emitted = world.lives.map(({ id }) =>
    polling.emitted
      .filter((item) => item.id === id)
      .map(({ event, changedAt }) => `${String(event)} ${Date.parse(String(changedAt))}`),
  );
  const expected = world.lives.map((one) => one.events(sinceMs, world.nowMs));
  return {
    emitted,
    expected,
    bytes: JSON.stringify(polling.staticData).length / world.lives.length,
  };
}

test('lives of apps, with outages and crashes of n8n: each event is emitted once, in order', async () => {
  const counts = new Map<string, number>();
  let world: World | undefined;
  const sandbox = await startSandbox({ clock: () => world?.nowMs ?? Date.now(), seedRuns: false });
  try {
    for (const seed of LIVES) {
      world = new World(randomNumbers(seed));
      const { emitted, expected, bytes } = await live(seed, sandbox, world);
      expect({ seed, emitted }).toEqual({ seed, emitted: expected });
      expect(bytes).toBeLessThan(300);
      for (const text of emitted.flat()) {
        const [event = ''] = text.split(' ');
        counts.set(event, (counts.get(event) ?? 0) + 1);
      }
    }
  } finally {
    await sandbox.close();
  }
  // A world in which nothing happens proves nothing.
  for (const event of EVENTS)
    expect([event, (counts.get(event) ?? 0) > LIVES.length]).toEqual([event, true]);
}, 900_000);
