import type { IDataObject } from 'n8n-workflow';
import { ActiveTrigger } from '../../support/engine/activeTrigger';
import { SCHEDULED_JOB_IDS } from '../../../sandbox';
import { readyMadeNode, written } from '../readyMade';
import { MINUTE_MS, watchedSandbox } from './support';

const START = Date.parse('2026-11-23T10:00:17Z');
const { clock, sandbox } = watchedSandbox({}, () => START, {
  seedRuns: true,
  playsSchedules: true,
});

type Fields = Array<{ name: string; value: string }>;

function triggerOf(file: string, name: string): ActiveTrigger {
  const { type, parameters } = readyMadeNode(file, name);
  const credentials = { dataPlatformApi: sandbox.credentials };
  return new ActiveTrigger({ type, parameters, credentials });
}

/** Polls each minute, and gives what it has told. */
async function poll(trigger: ActiveTrigger, minutes: number): Promise<IDataObject[]> {
  const told: IDataObject[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    clock.now += MINUTE_MS;
    told.push(...(await trigger.poll()).json);
  }
  return told;
}

test('Tell me what did not run: its messages name what they are about, and say when it is over', async () => {
  const FILE = 'tell-me-what-did-not-run.json';
  const trigger = triggerOf(FILE, 'When something is missing');
  expect((await trigger.activate()).json).toEqual([]);
  const told = await poll(trigger, 5);
  expect(new Set(told.map(({ event }) => event)).size).toBe(4);
  const { parameters } = readyMadeNode(FILE, 'Message');
  const { assignments } = parameters.assignments as never as { assignments: Fields };
  const messages = await written(assignments, told);
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

test('Keep a ticket while a job fails: a job that fails has an open ticket until it succeeds, in the order in which things happened', async () => {
  const FILE = 'keep-a-ticket-while-a-job-fails.json';
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
