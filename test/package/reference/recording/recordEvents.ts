import type { INode } from 'n8n-workflow';
import { pollNode } from '../../../support/engine/poll';
import { JOB_IDS, PROJECT_IDS, type Sandbox } from '../../../../sandbox';
import { byId } from '../../../nodes/Projects/support';
import { credentialsFor } from '../../../nodes/tries/operationTry';
import type { Example } from '../exampleText';
import { exampleOf, inMadeUpTime } from './record';

const MINUTE_MS = 60_000;

interface EventCall {
  /** Beside the event. */
  fields: object;
  /** Before the first poll. */
  before?: (sandbox: Sandbox) => void;
  /** Between the two polls. */
  happens: (sandbox: Sandbox) => void;
  /** Between the event's cause and the second poll. */
  minutes?: number;
}

const RETAIL = { ids: ['jobs'], projectId: byId(PROJECT_IDS.retail) };
const FILES = { path: '/shops', recursive: true };
const write =
  (content: string) =>
  ({ confFiles }: Sandbox) =>
    confFiles.write('/shops/prices.conf', content);

/** By the node's folder and the event. */
const EVENTS: Record<string, Record<string, EventCall>> = {
  ProjectsTrigger: {
    runFailed: {
      fields: { ...RETAIL, options: { logLines: 2 } },
      happens: ({ store }) => {
        store.setScript(JOB_IDS.salesExtraction, {
          queueSeconds: 2,
          durationSeconds: 40,
          outcome: 'FAILED',
          outcomeDetails: 'The container exited with code 1',
        });
        store.startRun(JOB_IDS.salesExtraction);
      },
      minutes: 1,
    },
    scheduleMissed: {
      fields: { ...RETAIL, gracePeriodMinutes: 15 },
      before: ({ store }) => {
        store.addJob({
          projectId: PROJECT_IDS.retail,
          name: 'Import returns',
          settings: { isScheduled: true, cronScheduling: '0 * * * *', scheduleTimezone: 'UTC' },
        });
      },
      happens: () => undefined,
      minutes: 76,
    },
  },
  ConfFilesTrigger: {
    fileUpdated: {
      fields: FILES,
      before: write('currency=EUR'),
      happens: write('currency=USD;'),
      minutes: 5,
    },
  },
};

export async function recordEvents(node: string): Promise<Map<string, Example>> {
  const examples = new Map<string, Example>();
  for (const [event, call] of Object.entries(EVENTS[node] ?? {})) {
    examples.set(event, await recordEvent(node, event, call));
  }
  return examples;
}

/** What a trigger puts out for an event, in a time that is the platform's and n8n's. */
async function recordEvent(node: string, event: string, call: EventCall): Promise<Example> {
  return await inMadeUpTime(async (sandbox, time) => {
    call.before?.(sandbox);
    time.now += MINUTE_MS;
    const fields = { ...call.fields, events: [event] };
    const question = {
      type: `n8n-nodes-data-platform.dataPlatform${node}`,
      parameters: fields as INode['parameters'],
      credentials: credentialsFor(sandbox) as never,
      workflowId: `example of ${event}`,
    };
    const { staticData } = await pollNode(question);
    time.now += MINUTE_MS;
    call.happens(sandbox);
    time.now += (call.minutes ?? 0) * MINUTE_MS;
    const { items = [] } = await pollNode({ ...question, staticData });
    return exampleOf({ fields, items });
  }, true);
}
