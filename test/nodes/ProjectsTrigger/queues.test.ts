import type { IDataObject } from 'n8n-workflow';
import { pollNode, type PollQuestion } from '../../../harness/engine/poll';
import { PROJECT_IDS, startSandbox, type Generation, type Sandbox } from '../../../sandbox';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURLY = { isScheduled: true, cronScheduling: '0 * * * *', scheduleTimezone: 'UTC' };
const iso = (ms: number) => new Date(ms).toISOString();

const SIZES: Array<[Generation, number]> = [
  ['recent', 1],
  ['recent', 100],
  ['early', 1],
  ['early', 100],
];

describe.each(SIZES)(
  'runs that wait, hang, are skipped or new: %s, %i jobs',
  (generation, count) => {
    let now: number;
    let sandbox: Sandbox;
    beforeEach(async () => {
      now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
      jest.spyOn(Date, 'now').mockImplementation(() => now);
      sandbox = await startSandbox({ seedRuns: false, generation, clock: () => now });
    });
    afterEach(async () => {
      await sandbox.close();
      jest.restoreAllMocks();
    });

    const addJobs = (script: object, settings: object = {}) =>
      Array.from(
        { length: count },
        (_, n) =>
          sandbox.store.addJob({
            projectId: PROJECT_IDS.retail,
            name: `Job ${n}`,
            settings: settings as never,
            script: { queueSeconds: 0, durationSeconds: 60, ...script },
          }).id,
      );
    const runAll = (ids: readonly string[]) => ids.forEach((id) => sandbox.store.startRun(id));
    const setScripts = (ids: readonly string[], script: object) =>
      ids.forEach((id) => sandbox.store.setScript(id, script));

    /** Polls one node; its static data goes through JSON, as over a restart of n8n. */
    const poller = (parameters: object, more: Partial<PollQuestion> = {}) => {
      let staticData: IDataObject = {};
      return async () => {
        const polled = await pollNode({
          type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
          parameters: {
            resource: 'job',
            projectId: { __rl: true, mode: 'id', value: PROJECT_IDS.retail },
            ...parameters,
          } as never,
          credentials: { dataPlatformApi: sandbox.credentials },
          staticData,
          ...more,
        });
        staticData = JSON.parse(JSON.stringify(polled.staticData)) as IDataObject;
        return polled.json;
      };
    };
    const times = (json: IDataObject[], names: string[]) =>
      json.map((item) => names.map((name) => item[name]).join(' ')).sort();
    const forEach = (text: string) => Array.from({ length: count }, () => text);

    test('time in the queue does not count for Run Takes Too Long, nor is a run that waits started', async () => {
      const ids = addJobs({ queueSeconds: 3_600, durationSeconds: null });
      const poll = poller({
        events: ['runTooLong', 'runStarted'],
        tooLong: 'minutes',
        tooLongMinutes: 30,
      });
      await poll();
      const askedMs = now;
      runAll(ids);
      now = askedMs + 45 * MINUTE_MS;
      expect(await poll()).toEqual([]);
      now = askedMs + HOUR_MS + 29 * MINUTE_MS;
      expect(times(await poll(), ['event', 'startTime'])).toEqual(
        forEach(`runStarted ${iso(askedMs + HOUR_MS)}`),
      );
      now += 2 * MINUTE_MS;
      expect(times(await poll(), ['event', 'dueAt'])).toEqual(
        forEach(`runTooLong ${iso(askedMs + 90 * MINUTE_MS)}`),
      );
      now += HOUR_MS;
      expect(await poll()).toEqual([]);
    });

    test('a run that hangs since before the activation is not reported, however many came since', async () => {
      const ids = addJobs({ durationSeconds: null });
      runAll(ids);
      setScripts(ids, { durationSeconds: 1 });
      const runs = (number: number) => {
        for (let n = 0; n < number; n++) runAll(ids);
        now += 5 * MINUTE_MS;
      };
      runs(30);
      const poll = poller({ events: ['runTooLong'], tooLong: 'minutes', tooLongMinutes: 30 });
      await poll();
      now += HOUR_MS;
      runs(12);
      expect(await poll()).toEqual([]);
      runs(12);
      expect(await poll()).toEqual([]);
    });

    test('a new job that fails and recovers before it is first polled has recovered', async () => {
      const poll = poller({ events: ['runFailed', 'recovered'] });
      await poll();
      now += MINUTE_MS;
      const ids = addJobs({ outcome: 'FAILED' });
      runAll(ids);
      now += 2 * MINUTE_MS;
      setScripts(ids, { outcome: 'SUCCEEDED' });
      runAll(ids);
      now += 2 * MINUTE_MS;
      const json = await poll();
      expect(times(json, ['event', 'failures'])).toEqual([
        ...forEach('recovered 1'),
        ...forEach('runFailed '),
      ]);
      expect(await poll()).toEqual([]);
    });

    test('a new job whose run takes too long before it is first polled is reported', async () => {
      const poll = poller({ events: ['runTooLong'], tooLong: 'minutes', tooLongMinutes: 30 });
      await poll();
      now += MINUTE_MS;
      runAll(addJobs({ durationSeconds: null }));
      const dueMs = now + 30 * MINUTE_MS;
      now += HOUR_MS;
      expect(times(await poll(), ['event', 'dueAt'])).toEqual(forEach(`runTooLong ${iso(dueMs)}`));
      expect(await poll()).toEqual([]);
    });

    test('a run that was skipped has not started, and what was due has not come', async () => {
      const ids = addJobs({ outcome: 'SKIPPED', queueSeconds: 600 }, HOURLY);
      const poll = poller({ events: ['runStarted', 'scheduleMissed'], gracePeriodMinutes: 5 });
      await poll();
      const dueMs = now + HOUR_MS;
      now = dueMs;
      runAll(ids);
      // It waits: it may still come.
      now = dueMs + 6 * MINUTE_MS;
      expect(await poll()).toEqual([]);
      now = dueMs + 11 * MINUTE_MS;
      expect(times(await poll(), ['event', 'dueAt'])).toEqual(
        forEach(`scheduleMissed ${iso(dueMs)}`),
      );
      expect(await poll()).toEqual([]);
    });
  },
);
