import type { IDataObject } from 'n8n-workflow';
import { ActiveTrigger } from '../../support/engine/activeTrigger';
import { SCHEDULED_JOB_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { readyMadeNode, written } from '../readyMade';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-11-23T10:00:17Z');

let sandbox: Sandbox;
let now: number;

beforeEach(async () => {
  now = START;
  // n8n and the platform have the same time.
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  sandbox = await startSandbox({ playsSchedules: true, clock: () => now });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await sandbox.close();
});

function triggerOf(file: string, name: string): ActiveTrigger {
  const { type, parameters } = readyMadeNode(file, name);
  const credentials = { dataPlatformApi: sandbox.credentials };
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

describe('Tell me what did not run', () => {
  const FILE = 'tell-me-what-did-not-run.json';

  test('its messages name what they are about, and say when it is over', async () => {
    const trigger = triggerOf(FILE, 'When something is missing');
    expect((await trigger.activate()).json).toEqual([]);
    const told = await poll(trigger, 5);
    expect(new Set(told.map(({ event }) => event)).size).toBe(4);
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
});

function fieldsOf(parameters: object): Array<{ name: string; value: string }> {
  const { assignments } = parameters as {
    assignments: { assignments: Array<{ name: string; value: string }> };
  };
  return assignments.assignments;
}
