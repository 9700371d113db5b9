import assert from 'node:assert/strict';
import { until } from '../../support/checks';
import type { ExecutionCheck } from '../check';
import { outputsOf } from '../workflow';

const WANTED = [
  {
    workflow: 'tellWhatDidNot01',
    nodes: ['When something is missing', 'Message'],
    events: ['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'],
  },
  {
    workflow: 'keepATicket00001',
    nodes: ['When a job fails or recovers', 'Keep ticket'],
    events: ['runFailed', 'recovered'],
  },
];
/** A due time is at most two minutes away; then come the grace period of one and the next poll, both a minute. */
const PATIENCE = { mostSeconds: 6 * 60, secondsBetween: 5 };

/** The schedules of the sandbox go wrong every few minutes; n8n's own clock polls. */
export const scheduleChecks: ExecutionCheck[] = [
  {
    name: 'ready-made workflows: what did not run is told, and what went well again; a ticket is opened and closed',
    async run({ api }) {
      for (const { workflow } of WANTED) await api.publishWorkflow(workflow);
      try {
        for (const { workflow, nodes, events } of WANTED) {
          const areThere = async () => {
            const executions = await outputsOf(api, workflow, nodes);
            const told = executions.flatMap(([items = [], messages = []]) => {
              checkMessages(items, messages);
              return items.map(({ event }) => event);
            });
            return events.every((event) => told.includes(event));
          };
          await until(`${workflow} has told ${events.join(', ')}`, areThere, PATIENCE);
        }
      } finally {
        for (const { workflow } of WANTED) {
          await api.request('POST', `/workflows/${workflow}/deactivate`);
        }
      }
    },
  },
];

type Items = Array<Record<string, unknown>>;

/** Nothing that a message names is missing. */
function checkMessages(items: Items, messages: Items): void {
  assert.equal(messages.length, items.length);
  for (const { subject, title, text, key, jobId } of messages) {
    assert.match(String(key ?? jobId), /^[0-9a-f-]{36}$/);
    assert.match(String(subject ?? title), /^Job ".+" of Night in Minutes /);
    assert.match(String(text), /\d/);
    assert.doesNotMatch(String(text), /undefined|null|\[object/);
  }
}
