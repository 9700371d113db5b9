import type { INode } from 'n8n-workflow';
import { pollNode } from '../../../../harness/engine/poll';
import { JOB_IDS, PROJECT_IDS, type Sandbox } from '../../../../sandbox';
import { byId } from '../../../nodes/Projects/support';
import { credentialsFor } from '../../../nodes/tries/operationTry';
import type { Example } from '../example';
import { exampleOf, inMadeUpTime, requestsOf } from './record';

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

const RETAIL = { resource: 'job', projectId: byId(PROJECT_IDS.retail) };
const start = ({ store }: Sandbox) => void store.startRun(JOB_IDS.salesExtraction);
const end = (outcome: 'FAILED' | 'SUCCEEDED' | 'KILLED') => (sandbox: Sandbox) => {
  const { store } = sandbox;
  store.setScript(JOB_IDS.salesExtraction, {
    queueSeconds: 2,
    durationSeconds: 40,
    outcome,
    ...(outcome === 'FAILED' && { outcomeDetails: 'The container exited with code 1' }),
  });
  start(sandbox);
};

const WATCHED = { ...RETAIL, ids: [JOB_IDS.salesExtraction] };
const FILES = { path: '/shops', recursive: true };
const write =
  (content: string) =>
  ({ confFiles }: Sandbox) =>
    confFiles.write('/shops/prices.conf', content);

const EVENTS: Record<string, Record<string, EventCall>> = {
  ProjectsTrigger: {
    runStarted: {
      fields: RETAIL,
      happens: ({ store }) => {
        store.setScript(JOB_IDS.salesExtraction, { queueSeconds: 2, durationSeconds: 7200 });
        store.startRun(JOB_IDS.salesExtraction);
      },
      minutes: 1,
    },
    runSucceeded: { fields: RETAIL, happens: end('SUCCEEDED'), minutes: 1 },
    runFailed: {
      fields: { ...RETAIL, options: { logLines: 2 } },
      happens: end('FAILED'),
      minutes: 1,
    },
    runStopped: {
      fields: RETAIL,
      happens: ({ store }) => {
        const run = store.startRun(JOB_IDS.salesExtraction);
        if (run) store.stopRun(run.id, 'amelie.martin');
      },
      minutes: 1,
    },
    notSucceededInTime: {
      fields: { ...WATCHED, deadline: 'age', deadlineHours: 2 },
      happens: () => undefined,
      minutes: 180,
    },
    recovered: { fields: WATCHED, before: end('FAILED'), happens: end('SUCCEEDED'), minutes: 1 },
    runTooLong: {
      fields: { ...WATCHED, tooLong: 'minutes', tooLongMinutes: 30 },
      happens: ({ store }) => {
        store.setScript(JOB_IDS.salesExtraction, { queueSeconds: 0, durationSeconds: 7200 });
        store.startRun(JOB_IDS.salesExtraction);
      },
      minutes: 31,
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
    fileCreated: {
      fields: FILES,
      before: ({ confFiles }) => confFiles.write('/shops/a.conf', ''),
      happens: write('currency=EUR'),
    },
    fileUpdated: {
      fields: FILES,
      before: write('currency=EUR'),
      happens: write('currency=USD;'),
      minutes: 5,
    },
    fileDeleted: {
      fields: FILES,
      before: write('currency=EUR'),
      happens: ({ confFiles }) => confFiles.remove('/shops/prices.conf'),
    },
  },
};

export const RECORDED_EVENTS = Object.entries(EVENTS).map(([node, events]) => ({
  node,
  events: Object.keys(events),
}));

/** What a trigger puts out for an event, in a time that is the platform's and n8n's. */
export async function recordEvent(node: string, event: string): Promise<Example> {
  const call = EVENTS[node]?.[event];
  if (!call) throw new Error(`Nothing makes the event ${event} of ${node} happen`);
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
    sandbox.stats.reset();
    const { items = [] } = await pollNode({ ...question, staticData });
    return exampleOf({ fields, items, requests: requestsOf(sandbox.stats.recent) });
  }, true);
}
