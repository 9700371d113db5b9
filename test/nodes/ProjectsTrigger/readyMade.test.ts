import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { ActiveTrigger } from '../../../harness/engine/activeTrigger';
import {
  SCHEDULED_JOB_IDS,
  SCHEDULED_PROJECT_IDS,
  startSandbox,
  type Sandbox,
} from '../../../sandbox';
import { readyMadeNode, written } from '../readyMade';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-11-23T10:00:17Z');

let folder: string;
let sandbox: Sandbox;
let now: number;

async function start(): Promise<void> {
  sandbox = await startSandbox({
    database: join(folder, 'sandbox.sqlite'),
    playsSchedules: true,
    clock: () => now,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ready-made-'));
  now = START;
  // n8n and the platform have the same time.
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  await start();
});

afterEach(async () => {
  jest.restoreAllMocks();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function triggerOf(file: string, name: string): ActiveTrigger {
  const { type, parameters } = readyMadeNode(file, name);
  const credentials = { dataPlatformApi: { ...sandbox.credentials } };
  // A sandbox that starts again listens somewhere else.
  Object.defineProperty(credentials, 'dataPlatformApi', {
    enumerable: true,
    get: () => ({ ...sandbox.credentials }),
  });
  return new ActiveTrigger({ type, parameters, credentials });
}

/** Polls each minute, and gives what it has told. */
async function poll(trigger: ActiveTrigger, minutes: number): Promise<IDataObject[]> {
  const told: IDataObject[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    now += MINUTE;
    told.push(...(await trigger.poll()).json);
  }
  return told;
}

const nameOf = (id: string) =>
  Object.entries(SCHEDULED_JOB_IDS).find(([, known]) => known === id)?.[0];

/** As `event job`. */
const words = (items: IDataObject[]) =>
  items.map(({ event, jobId }) => `${String(event)} ${nameOf(String(jobId))}`);

describe('Tell me what did not run', () => {
  const FILE = 'tell-me-what-did-not-run.json';
  const begin = async () => {
    const trigger = triggerOf(FILE, 'When something is missing');
    expect((await trigger.activate()).json).toEqual([]);
    return trigger;
  };

  test.each([0, 50, 110, 170])(
    'each event comes within four minutes, whenever it is published (%i s later)',
    async (seconds) => {
      now += seconds * SECOND;
      const told = new Set((await poll(await begin(), 4)).map(({ event }) => event));
      expect([...told].sort()).toEqual([
        'notSucceededInTime',
        'recovered',
        'runTooLong',
        'scheduleMissed',
      ]);
    },
  );

  test('reports each occasion once, and nothing of a job that is always on time', async () => {
    const told = await poll(await begin(), 24);
    const counts = new Map<string, number>();
    for (const word of words(told)) counts.set(word, (counts.get(word) ?? 0) + 1);
    // Both miss a run every four minutes; one was due just before the trigger began, and is due again at the very end.
    expect(Object.fromEntries([...counts].sort())).toEqual({
      'notSucceededInTime exchangeRates': 6,
      'notSucceededInTime priceList': 6,
      'notSucceededInTime stockLevels': 8,
      'recovered exchangeRates': 6,
      'recovered priceList': 5,
      'recovered stockLevels': 8,
      'runTooLong recommendations': 8,
      'runTooLong searchIndex': 8,
      'scheduleMissed exchangeRates': 6,
      'scheduleMissed priceList': 5,
    });
    expect(told.every(({ missed }) => missed === 1)).toBe(true);
    const ids = told.map(({ event, jobId, dueAt, run }) =>
      JSON.stringify([event, jobId, dueAt, (run as IDataObject | undefined)?.id]),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('its messages name what they are about, and say when it is over', async () => {
    const told = await poll(await begin(), 5);
    const { parameters } = readyMadeNode(FILE, 'Message');
    const messages = await written(fieldsOf(parameters), told);
    expect(messages).toHaveLength(told.length);
    const patterns: Record<string, [RegExp, RegExp]> = {
      scheduleMissed: [/did not start$/, /^A run was due at 2026-\S+Z, and none has begun\. /],
      notSucceededInTime: [/has not succeeded in time$/, /^It was to succeed by 2026-\S+Z\. /],
      runTooLong: [
        /takes too long$/,
        /^Run \d+ began at 2026-\S+Z\. It usually takes \d+(\.5)? s\. /,
      ],
      recovered: [/is well again$/, /^Run \d+ succeeded at 2026-\S+Z\. .* since 2026-\S+Z: \d+\.$/],
    };
    for (const [index, { subject, text, key, state }] of messages.entries()) {
      const { event, jobId, jobName } = told[index] ?? {};
      const [ofSubject, ofText] = patterns[String(event)] ?? [/^$/, /^$/];
      expect(subject).toMatch(ofSubject);
      expect(subject).toContain(`"${String(jobName)}" of Night in Minutes`);
      expect(text).toMatch(ofText);
      if (event !== 'recovered') expect(text).toMatch(/ Last success: 2026-\S+Z\.$/);
      expect([key, state]).toEqual([jobId, event === 'recovered' ? 'closed' : 'open']);
    }
  });

  test('the platform restarts in the middle: nothing is reported twice, and what was missed meanwhile is', async () => {
    const trigger = await begin();
    const before = await poll(trigger, 5);
    await sandbox.close();
    // n8n polls on, and finds nobody.
    now += MINUTE;
    await expect(trigger.poll()).rejects.toThrow();
    now += 20 * SECOND;
    await start();
    now += 40 * SECOND;
    const after = [...(await trigger.poll()).json, ...(await poll(trigger, 12))];
    const told = [...before, ...after];
    const ids = told.map(({ event, jobId, dueAt, run }) =>
      JSON.stringify([event, jobId, dueAt, (run as IDataObject | undefined)?.id]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    // A job that is always on time was so again at once.
    expect(words(told).filter((word) => / orders$/.test(word))).toEqual([]);
    expect(new Set(after.map(({ event }) => event)).size).toBe(4);
  });
});

describe('Keep a ticket while a job fails', () => {
  const FILE = 'keep-a-ticket-while-a-job-fails.json';

  test('a job that fails has an open ticket until it succeeds, in the order in which things happened', async () => {
    const trigger = triggerOf(FILE, 'When a job fails or recovers');
    expect((await trigger.activate()).json).toEqual([]);
    const { parameters } = readyMadeNode(FILE, 'Keep ticket');
    const values = (parameters.columns as unknown as { value: Record<string, string> }).value;
    const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
    const tickets = new Map<unknown, Record<string, unknown>>();
    const states: unknown[] = [];
    for (let minute = 0; minute < 6; minute++) {
      const told = await poll(trigger, 1);
      for (const ticket of await written(fields, told)) {
        tickets.set(ticket.jobId, ticket);
        states.push(ticket.state);
      }
      const last = sandbox.store
        .runsOfJob(SCHEDULED_JOB_IDS.stockLevels)
        .find(({ endedAt }) => endedAt !== null);
      const ticket = tickets.get(SCHEDULED_JOB_IDS.stockLevels);
      if (states.length === 0) continue;
      expect(ticket?.state).toBe(last?.status === 'FAILED' ? 'open' : 'closed');
      expect(ticket?.text).toContain(`Run ${last?.number} `);
      if (ticket?.state !== 'open') continue;
      expect(ticket.title).toBe('Job "Export stock levels" of Night in Minutes failed');
      expect(ticket.text).toMatch(/\nConnectionError: warehouse 9 does not answer$/);
    }
    expect([...tickets.keys()]).toEqual([SCHEDULED_JOB_IDS.stockLevels]);
    expect(new Set(states)).toEqual(new Set(['open', 'closed']));
  });

  test('n8n was down from the first failure to the success: the ticket ends closed', async () => {
    const trigger = triggerOf(FILE, 'When a job fails or recovers');
    await trigger.activate();
    now += 3 * MINUTE;
    const told = (await trigger.poll()).json;
    expect(told.every(({ projectId }) => projectId === SCHEDULED_PROJECT_IDS.nightInMinutes)).toBe(
      true,
    );
    const [last] = sandbox.store.runsOfJob(SCHEDULED_JOB_IDS.stockLevels);
    const expected = last?.status === 'FAILED' ? 'runFailed' : 'recovered';
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.at(-1)?.event).toBe(expected);
  });
});

function fieldsOf(parameters: object): Array<{ name: string; value: string }> {
  const { assignments } = parameters as {
    assignments: { assignments: Array<{ name: string; value: string }> };
  };
  return assignments.assignments;
}
