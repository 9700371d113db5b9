import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { PlatformError } from '../../../../platform/common/errors/errors';
import type { Deployment } from '../../../../platform/projectFiles/deploy/deploy';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import type { RunParent } from '../../../../platform/projectFiles/deploy/runs';
import type { Run } from '../../../../platform/runs/read/run';
import { buildNodeError } from '../../../shared/errors/errors';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { buildFailedItem } from '../../../shared/items/failedItem';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { logProgress } from '../../../shared/operation/hints';
import { isTool } from '../../../shared/tools/toolOutput';
import { loadNames, buildRunOutput } from '../../runs/read/runOutput';
import { forgetStart, findOrCreateStart } from '../../runs/start/keptStarts';
import { JOB, PIPELINE } from '../../runs/runnable';
import { UnfinishedRuns } from '../../runs/wait/unfinishedRuns';
import { deployFields } from './deployFields';
import {
  changeWithProjectFiles,
  readPlanOptions,
  withSecretVariables,
  SECRET_PARAMETERS,
} from './deployInput';
import { readDeployTarget, requireTextIfAdded } from './deployTarget';
import {
  buildChangeOutput,
  DEPLOY_OUTPUT,
  buildSummaryOutput,
  selectRelevantChanges,
} from './planOutput';
import { getPlan } from './planOfNode';
import { buildPlanTexts } from './planText';

export const deploy: Operation<PlatformClient> = {
  value: 'deploy',
  name: 'Deploy',
  action: 'Deploy project',
  description:
    'Deploy files to a project. Only differences are created or updated, so a second deploy changes nothing.',
  secretParameters: SECRET_PARAMETERS,
  output: DEPLOY_OUTPUT,
  fields: deployFields,

  async runTogether(call) {
    return await changeWithProjectFiles(call, async (itemCall, files) => {
      const options = readDeployOptions(itemCall);
      const callOptions = withSecretVariables(itemCall, options);
      const { deployProject } = await loadPlatform();
      const deployment = await deployProject(
        itemCall.client.connection,
        files,
        readDeployTarget(itemCall),
        options,
        callOptions,
      );
      const { failure } = deployment;
      if (failure && !itemCall.execution.continueOnFail()) throw failure;
      return await buildDeployItems(itemCall, deployment);
    });
  },
};

function readDeployOptions(call: ItemCall<PlatformClient>): DeployOptions {
  const { execution, parameters } = call;
  const approvedPlan = requireTextIfAdded(parameters, 'options.approvedPlan') || undefined;
  return {
    ...readPlanOptions(call),
    approvedPlan: getPlan(call)?.fingerprint ?? approvedPlan,
    ifRunning: parameters.choice<'deploy' | 'wait' | 'error'>('options.ifRunning'),
    releaseNote: parameters.text('options.releaseNote').trim() || undefined,
    continueOnError: execution.continueOnFail(),
    // A retry continues with the run that an earlier try started.
    getStart: ({ noun }, id) => findOrCreateStart(call, RUNNABLES[noun], id, call.itemIndex),
    onCanceledDuringRun: async ({ noun }, starting) => {
      const unfinished = new UnfinishedRuns(call, RUNNABLES[noun]);
      await unfinished.handleCancelOf(async () =>
        unfinished.addStart(call.itemIndex, starting, false),
      );
    },
    onRunFailed: () => forgetStart(call),
    onWait: () => {
      const { name } = execution.getNode();
      logProgress(execution, `${name}: waiting for another deploy to the same project`);
    },
  };
}

const RUNNABLES = { job: JOB, pipeline: PIPELINE } as const;

async function buildDeployItems(
  call: ItemCall<PlatformClient>,
  { changes, run, summary, fingerprint, failure }: Deployment,
): Promise<INodeExecutionData[]> {
  const { execution } = call;
  const toFailedItem = (failure: PlatformError, knownFields: IDataObject) =>
    buildFailedItem(buildNodeError(execution.getNode(), failure), undefined, knownFields);
  const changeItems = selectRelevantChanges(call, changes).map((change): INodeExecutionData =>
    change.failure
      ? toFailedItem(change.failure, buildChangeOutput(change))
      : { json: buildChangeOutput(change) },
  );
  const texts = isTool(execution) ? undefined : buildPlanTexts(summary, changes);
  const summaryJson = buildSummaryOutput(summary, fingerprint, texts);
  // If the deploy failed as a whole, its summary also goes to the error output, like the failed changes.
  const summaryItem =
    failure && summary.action === 'failed'
      ? toFailedItem(failure, summaryJson)
      : { json: summaryJson };
  const items = [summaryItem, ...changeItems];
  if (!run) return items;
  const { parent } = run;
  const runFields = { kind: 'run', name: parent.key, changes: [] };
  if ('failure' in run)
    return [...items, toFailedItem(run.failure, { ...runFields, action: 'failed' })];
  const result = await readRunResult(call, parent, run.run);
  return [...items, { json: { ...runFields, action: 'created', result } }];
}

async function readRunResult(
  call: ItemCall<PlatformClient>,
  { kind, id }: RunParent,
  run: Run,
): Promise<IDataObject> {
  const runnable = RUNNABLES[kind];
  const { parentIdField } = runnable.kind;
  const knownFields = { [parentIdField]: id, ...(await loadNames(call, runnable, id)) };
  return buildRunOutput(call.client, runnable.kind, run, knownFields);
}
