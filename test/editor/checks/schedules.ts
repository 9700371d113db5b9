import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../../../start/bringUp';
import { type Execution, outputOf } from '../../../start/localN8n/n8nApi';
import type { ExecutionCheck } from '../check';

const ABSENCE = 'tellWhatDidNot01';
const TICKETS = 'keepATicket00001';
/** A due time is at most two minutes away; then come the grace period of one and the next poll, both a minute. */
const MAX_MINUTES = 6;
const SECONDS_BETWEEN_LOOKS = 5;

/** The schedules of the sandbox go wrong every few minutes; n8n's own clock polls. */
export const scheduleChecks: ExecutionCheck[] = [
  {
    name: 'ready-made workflows: what did not run is told, and what went well again; a ticket is opened and closed',
    async run(running) {
      const { api } = running;
      const began = Date.now();
      await api.publishWorkflow(ABSENCE);
      await api.publishWorkflow(TICKETS);
      try {
        const told = await until(running, [
          ...['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'].map(
            (event) => [ABSENCE, 'When something is missing', event] as const,
          ),
          ...['runFailed', 'recovered'].map(
            (event) => [TICKETS, 'When a job fails or recovers', event] as const,
          ),
        ]);
        console.log(`  ${told.map(([what, at]) => `${what} after ${at - began} ms`).join(', ')}`);
      } finally {
        for (const id of [ABSENCE, TICKETS]) {
          await api.request('POST', `/workflows/${id}/deactivate`);
        }
      }
    },
  },
];

type Wanted = readonly [workflow: string, trigger: string, event: string];

/** Looks at each execution once, until each event was the reason of one that succeeded. */
async function until(running: Running, wanted: Wanted[]): Promise<Array<[string, number]>> {
  const seen = new Map<string, Execution>();
  const found: Array<[string, number]> = [];
  const open = new Set(wanted);
  for (const deadline = Date.now() + MAX_MINUTES * 60_000; open.size > 0;) {
    for (const id of new Set([...open].map(([workflow]) => workflow))) {
      for (const execution of await newExecutions(running, id, seen)) {
        assert.equal(execution.status, 'success', execution.error?.message);
        const events = new Set(
          wanted
            .filter(([workflow]) => workflow === id)
            .flatMap(([, trigger]) => outputOf(execution, trigger).map(({ event }) => event)),
        );
        checkMessages(execution);
        for (const one of open) {
          if (one[0] !== id || !events.has(one[2])) continue;
          open.delete(one);
          found.push([one.join(' '), Date.now()]);
        }
      }
    }
    const missing = [...open].map((one) => one.join(' ')).join(', ');
    assert.ok(Date.now() < deadline, `After ${MAX_MINUTES} minutes there was none of ${missing}`);
    await sleep(SECONDS_BETWEEN_LOOKS * 1000);
  }
  return found;
}

async function newExecutions(
  { api }: Running,
  workflowId: string,
  seen: Map<string, Execution>,
): Promise<Execution[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await api.request<{ results: Array<{ id: string }> }>(
    'GET',
    `/executions?filter=${filter}&limit=50`,
  );
  const fresh: Execution[] = [];
  for (const { id } of results) {
    if (seen.has(id)) continue;
    const execution = await api.waitForExecution(id);
    seen.set(id, execution);
    fresh.push(execution);
  }
  return fresh;
}

/** Nothing that a message names is missing. */
function checkMessages(execution: Execution): void {
  const [of = [], ...others] = [
    ['When something is missing', 'Message'],
    ['When a job fails or recovers', 'Keep ticket'],
  ].filter(([trigger = '']) => execution.runs[trigger]);
  assert.deepEqual(others, []);
  const [items, messages] = of.map((node) => outputOf(execution, node));
  assert.equal(messages?.length, items?.length);
  for (const { subject, title, text, key, jobId } of messages ?? []) {
    assert.match(String(key ?? jobId), /^[0-9a-f-]{36}$/);
    assert.match(String(subject ?? title), /^Job ".+" of Night in Minutes /);
    assert.match(String(text), /\d/);
    assert.doesNotMatch(String(text), /undefined|null|\[object/);
  }
}
