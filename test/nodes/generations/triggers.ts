import { APP_IDS, PROJECT_IDS, type Sandbox } from '../../../sandbox';
import { pollNode, type PollQuestion } from '../../support/engine/poll';
import { pipelineOf } from '../../operations/onSandbox';
import { triggerNode } from '../ConfFilesTrigger/support';
import { projectsTrigger } from '../ProjectsTrigger/support';
import type { Outcome, Row } from './row';

const RUN_EVENTS = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];
const DEADLINE_EVENTS = ['notSucceededInTime', 'recovered', 'runTooLong', 'scheduleMissed'];
const APP_EVENTS = ['appStarted', 'appStopped', 'appFailed', 'appRecovered'];
const FAILING = {
  queueSeconds: 0,
  durationSeconds: 0,
  outcome: 'FAILED',
  outcomeDetails: 'The container was ended: out of memory',
} as const;

const SUCCEEDING = { queueSeconds: 0, durationSeconds: 0, outcome: 'SUCCEEDED' } as const;

export const TRIGGER_ROWS: Row[] = [
  { name: 'ProjectsTrigger.runs of jobs', ...trigger('job', RUN_EVENTS, startJob) },
  { name: 'ProjectsTrigger.runs of pipelines', ...trigger('pipeline', RUN_EVENTS, startPipeline) },
  { name: 'ProjectsTrigger.deadlines of jobs', ...trigger('job', DEADLINE_EVENTS, recoverJob) },
  {
    name: 'ProjectsTrigger.deadlines of pipelines',
    ...trigger('pipeline', DEADLINE_EVENTS, recoverPipeline),
  },
  { name: 'ProjectsTrigger.apps', ...trigger('app', APP_EVENTS, startApp) },
  {
    name: 'ConfFilesTrigger.files',
    node: 'ConfFilesTrigger',
    operation: '',
    perform: async (sandbox) =>
      await changesAfter(triggerNode(sandbox), () =>
        sandbox.confFiles.write('/watched.conf', 'a=1'),
      ),
  },
];

/** @param prepare does what was before the first poll, and gives what comes after it */
function trigger(
  resource: string,
  events: string[],
  prepare: (sandbox: Sandbox) => () => unknown,
): Omit<Row, 'name'> {
  return {
    node: 'ProjectsTrigger',
    operation: '',
    perform: async (sandbox) => {
      const options = { includeVariables: true };
      const node = projectsTrigger(sandbox, { resource, events, options });
      return await changesAfter(node, prepare(sandbox));
    },
  };
}

/** What the first poll after a change puts out. */
async function changesAfter(
  node: Pick<PollQuestion, 'type' | 'parameters' | 'credentials'>,
  change: () => unknown,
): Promise<Outcome> {
  const question = { ...node, workflowId: `${node.type} ${JSON.stringify(node.parameters)}` };
  try {
    const { staticData } = await pollNode(question);
    change();
    return await pollNode({ ...question, staticData });
  } catch (error) {
    return { json: [], error: error as Error };
  }
}

function startJob({ store }: Sandbox) {
  return () => {
    const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script: FAILING });
    return store.startRun(id);
  };
}

function startApp({ store }: Sandbox) {
  const { technologyId = '' } = store.apps.find(APP_IDS.gridApi) ?? {};
  const script = { startSeconds: 0 };
  const app = store.apps.add({ projectId: PROJECT_IDS.retail, technologyId, script });
  return () => store.apps.begin(app.id, 'STARTING');
}

function startPipeline(sandbox: Sandbox) {
  return () => sandbox.store.pipelines.start(addPipeline(sandbox).id);
}

function recoverJob({ store }: Sandbox) {
  const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script: FAILING });
  store.startRun(id);
  return () => {
    store.setScript(id, SUCCEEDING);
    return store.startRun(id);
  };
}

function recoverPipeline(sandbox: Sandbox) {
  const { id, jobId } = addPipeline(sandbox);
  sandbox.store.pipelines.start(id);
  return () => {
    sandbox.store.setScript(jobId, SUCCEEDING);
    return sandbox.store.pipelines.start(id);
  };
}

function addPipeline(sandbox: Sandbox) {
  const { id: jobId } = sandbox.store.addJob({ projectId: PROJECT_IDS.retail, script: FAILING });
  return { id: pipelineOf(sandbox, jobId), jobId };
}
