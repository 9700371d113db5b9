import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, PROJECT_IDS, type Sandbox } from '../../../sandbox';
import { pipelineOf, start } from '../../operations/onSandbox';
import { pollNode, type PollQuestion } from '../../support/engine/poll';
import { triggerNode } from '../ConfFilesTrigger/support';
import { projectsTrigger } from '../ProjectsTrigger/support';
import { TRIES } from '../tries/everyOperation';
import { runTry } from '../tries/operationTry';

/** Words of a GraphQL server, and of nobody, that no user should have to read. */
export const RAW =
  /Cannot query field|Unknown argument|Unknown type|GRAPHQL_VALIDATION|undefined|\[object|cannot do this/;

/** What is tried on a platform of each generation; a name in docs/dev/generations.md. */
export interface Row {
  /** As there, with its resource: `job.run`. */
  name: string;
  /** The folder below nodes/. */
  node: string;
  /** As `job/get`; empty for a trigger. */
  operation: string;
  /** Tries it once or more, with parameters that fit a seeded sandbox. The first error counts. */
  perform(sandbox: Sandbox): Promise<Outcome>;
}

interface Outcome {
  json: IDataObject[];
  error?: (Error & { description?: string | null }) | undefined;
}

const OPERATION_ROWS = [...new Set(TRIES.map(({ row }) => row))].map((name): Row => {
  const ofRow = TRIES.filter(({ row }) => row === name);
  const { node = '', operation = '' } = ofRow[0] ?? {};
  return {
    ...{ name, node, operation },
    async perform(sandbox) {
      const json: IDataObject[] = [];
      for (const tried of ofRow) {
        const outcome = await runTry(sandbox, tried);
        if (outcome.error) return outcome;
        json.push(...outcome.json);
      }
      return { json };
    },
  };
});

const RUN_EVENTS = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];
const DEADLINE_EVENTS = ['notSucceededInTime', 'recovered', 'runTooLong', 'scheduleMissed'];
const APP_EVENTS = ['appStarted', 'appStopped', 'appFailed', 'appRecovered'];
const SUCCEEDING = { queueSeconds: 0, durationSeconds: 0, outcome: 'SUCCEEDED' } as const;
const FAILING = {
  ...SUCCEEDING,
  outcome: 'FAILED',
  outcomeDetails: 'The container was ended: out of memory',
} as const;

/** What is there before the first poll of a trigger. @returns makes what comes after it */
type Prepare = (sandbox: Sandbox) => () => unknown;

const addJob = ({ store }: Sandbox) =>
  store.addJob({ projectId: PROJECT_IDS.retail, script: FAILING }).id;

/** What is started: the job itself, or a pipeline around it. */
type Started = typeof pipelineOf;
const itself: Started = (_sandbox, jobId) => jobId;

const fail =
  (of: Started): Prepare =>
  (sandbox) =>
  () =>
    start(sandbox, of(sandbox, addJob(sandbox)));

const recover =
  (of: Started): Prepare =>
  (sandbox) => {
    const jobId = addJob(sandbox);
    const id = of(sandbox, jobId);
    start(sandbox, id);
    return () => {
      sandbox.store.setScript(jobId, SUCCEEDING);
      start(sandbox, id);
    };
  };

const startApp: Prepare = ({ store }) => {
  const { technologyId = '' } = store.apps.find(APP_IDS.gridApi) ?? {};
  const script = { startSeconds: 0 };
  const app = store.apps.add({ projectId: PROJECT_IDS.retail, technologyId, script });
  return () => store.apps.begin(app.id, 'STARTING');
};

const PROJECT_TRIGGERS: Array<[name: string, kind: string, events: string[], Prepare]> = [
  ['runs of jobs', 'jobs', RUN_EVENTS, fail(itself)],
  ['runs of pipelines', 'pipelines', RUN_EVENTS, fail(pipelineOf)],
  ['deadlines of jobs', 'jobs', DEADLINE_EVENTS, recover(itself)],
  ['deadlines of pipelines', 'pipelines', DEADLINE_EVENTS, recover(pipelineOf)],
  ['apps', '', APP_EVENTS, startApp],
];

type Trigger = Pick<PollQuestion, 'type' | 'parameters' | 'credentials'>;

/** A trigger, by what its first poll after a change puts out. */
function triggerRow(
  node: string,
  name: string,
  triggerOf: (sandbox: Sandbox) => Trigger,
  prepare: Prepare,
): Row {
  return {
    ...{ name: `${node}.${name}`, node, operation: '' },
    async perform(sandbox) {
      const trigger = triggerOf(sandbox);
      const workflowId = `${trigger.type} ${JSON.stringify(trigger.parameters)}`;
      const change = prepare(sandbox);
      try {
        const { staticData } = await pollNode({ ...trigger, workflowId });
        change();
        return await pollNode({ ...trigger, workflowId, staticData });
      } catch (error) {
        return { json: [], error: error as Error };
      }
    },
  };
}

export const ROWS: Row[] = [
  ...OPERATION_ROWS,
  ...PROJECT_TRIGGERS.map(([name, kind, events, prepare]) => {
    const watched = kind ? { ids: [kind] } : { resource: 'app' };
    const parameters = { ...watched, events, options: { includeVariables: true } };
    const triggerOf = (sandbox: Sandbox) => projectsTrigger(sandbox, parameters);
    return triggerRow('ProjectsTrigger', name, triggerOf, prepare);
  }),
  triggerRow(
    'ConfFilesTrigger',
    'files',
    triggerNode,
    ({ confFiles }) =>
      () =>
        confFiles.write('/watched.conf', 'a=1'),
  ),
];
