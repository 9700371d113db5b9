import type { IDataObject } from 'n8n-workflow';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { pollNode } from '../../../harness/engine/poll';
import { firstCases } from '../../support/cases';
import { randomNumbers } from '../../support/random';

const TRIGGER = 'n8n-nodes-data-platform.dataPlatformProjectsTrigger';
const ALL_EVENTS = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];
const PROJECT = PROJECT_IDS.retail;
const CLOCK_OFFSET_MS = 90_000;
const MINUTE_MS = 60_000;

interface Happening {
  event: string;
  runId: string;
  at: number;
}

/** A platform with a clock of its own, and what really happens on it. */
class World {
  now = Date.now() + CLOCK_OFFSET_MS;
  readonly happened: Happening[] = [];

  constructor(
    readonly sandbox: Sandbox,
    private readonly random: () => number,
  ) {}

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)] as T;
  }

  /** Starts a run at a random moment of the coming minute; it ends sooner or later, or in days, or when it is stopped. */
  startRun(jobId: string): void {
    const queueSeconds = this.pick([0, 0, 1, 30]);
    const durationSeconds = this.pick([0.5, 3, 20, 200, 1_000, 200_000]);
    const outcome = this.pick(['SUCCEEDED', 'FAILED', 'ERROR', 'KILLED'] as const);
    const requestedAt = this.now + Math.floor(this.random() * MINUTE_MS);
    const script = { queueSeconds, durationSeconds, outcome };
    this.sandbox.store.setScript(jobId, script);
    const run = this.sandbox.store.startRun(jobId, { requestedAt });
    if (!run) throw new Error('No run');
    const started = requestedAt + queueSeconds * 1000;
    const ended = started + durationSeconds * 1000;
    const names = { SUCCEEDED: 'runSucceeded', FAILED: 'runFailed', ERROR: 'runFailed' } as const;
    const event = outcome === 'KILLED' ? 'runStopped' : names[outcome];
    this.happened.push({ event: 'runStarted', runId: run.id, at: started });
    this.happened.push({ event, runId: run.id, at: ended });
  }

  /** What has happened up to now, since a time. */
  expected(since: number): string[] {
    return this.happened
      .filter(({ at }) => at > since && at <= this.now)
      .map(({ event, runId }) => `${event} ${runId}`)
      .sort();
  }
}

interface Polling {
  /** What n8n has in its memory, and what it would find after a crash. */
  staticData: IDataObject;
  saved: IDataObject;
  emitted: IDataObject[];
}

async function poll(world: World, polling: Polling, parameters: object, isActivation = false) {
  const { json, staticData, items, staticDataChanged } = await pollNode({
    type: TRIGGER,
    parameters: parameters as never,
    credentials: { dataPlatformApi: world.sandbox.credentials },
    staticData: polling.staticData,
  });
  polling.staticData = staticData;
  if ((items || isActivation) && staticDataChanged) polling.saved = staticData;
  polling.emitted.push(...json);
}

const timeOf = ({ event, startTime, endTime }: IDataObject) =>
  Date.parse(String(event === 'runStarted' ? startTime : endTime));

test.each(firstCases([1, 20_261_121]))(
  '1,000 runs over 100 jobs, failing polls, restarts, a clock 90 s off: each event once (seed %s)',
  async (seed) => {
    const random = randomNumbers(seed);
    const clock = { now: () => Date.now() };
    const sandbox = await startSandbox({ seedRuns: false, clock: () => clock.now() });
    try {
      const world = new World(sandbox, random);
      clock.now = () => world.now;
      const jobs = Array.from(
        { length: 100 },
        (_, n) => sandbox.store.addJob({ projectId: PROJECT, name: `Job ${n}` }).id,
      );
      const parameters = {
        resource: 'job',
        projectId: { __rl: true, mode: 'id', value: PROJECT },
        events: ALL_EVENTS,
      };
      const polling: Polling = { staticData: {}, saved: {}, emitted: [] };

      for (let n = 0; n < 100; n++) world.startRun(world.pick(jobs));
      world.now += 2 * MINUTE_MS;
      const watchedSince = world.now;
      await poll(world, polling, parameters, true);
      expect(polling.emitted).toEqual([]);

      let failures = 0;
      for (let started = 100; started < 1_000;) {
        // Now and then one job runs very often.
        const busy = random() < 0.1 ? world.pick(jobs) : undefined;
        for (let n = 0; n < 30 && started < 1_000; n++, started++) {
          world.startRun(busy ?? world.pick(jobs));
        }
        world.now += MINUTE_MS;
        if (random() < 0.2) polling.staticData = polling.saved;
        if (random() < 0.2) {
          const kind = world.pick(['badJson', 'html', 'expiredToken'] as const);
          sandbox.accidents.add({ kind, operation: 'jobs', times: 4 });
        }
        await poll(world, polling, parameters).catch(() => failures++);
        sandbox.accidents.clear();
      }
      // Long enough for the runs that take days.
      for (let n = 0; n < 3; n++) {
        world.now += 100_000_000;
        polling.staticData = polling.saved;
        await poll(world, polling, parameters);
      }

      expect(failures).toBeGreaterThan(3);
      const emitted = polling.emitted.map(({ event, id }) => `${String(event)} ${String(id)}`);
      expect([...emitted].sort()).toEqual(world.expected(watchedSince));
      const times = polling.emitted.map(timeOf);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      // Days later nothing is open: a few bytes for each job are all that is left.
      expect(JSON.stringify(polling.staticData).length).toBeLessThan(60 * 115);
    } finally {
      await sandbox.close();
    }
  },
  120_000,
);
