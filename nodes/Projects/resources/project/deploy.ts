import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { PlatformError, PartlyDoneError } from '../../../../platform/errors/errors';
import type { Deployment } from '../../../../platform/projectFiles/deploy/deploy';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import type { DeployedChange } from '../../../../platform/projectFiles/deploy/outcomes';
import type { RunParent } from '../../../../platform/projectFiles/deploy/runs';
import type { Run } from '../../../../platform/runs/read/run';
import { excerpt } from '../../../../platform/text/text';
import { nodeError } from '../../../shared/errors/errors';
import { failedItem } from '../../../shared/items/failedItem';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { namesOf } from '../../runs/read/names';
import { runOutput } from '../../runs/read/output';
import { forgetStart, startOfItem } from '../../runs/start/keptStarts';
import { JOB, PIPELINE } from '../../runs/runnable';
import {
  deployOptions,
  deployOptionsField,
  planOptions,
  sourceAndTargetFields,
} from './deployFields';
import {
  changeWithProjectFiles,
  readPlanOptions,
  requestOptions,
  SECRET_PARAMETERS,
} from './deployInput';
import { readTarget } from './deployTarget';
import { changeOutput, summaryOutput, relevantChanges } from './planOutput';

const MOST_NAMED = 5;
const MOST_LISTED = 20;

export const deploy: Operation<PlatformClient> = {
  value: 'deploy',
  name: 'Deploy',
  action: 'Deploy project',
  description:
    'Deploy files to a project. Only differences are created or updated, so a second deploy changes nothing.',
  secretParameters: SECRET_PARAMETERS,
  fields: [...sourceAndTargetFields, deployOptionsField([...planOptions, ...deployOptions])],

  async runTogether(call) {
    return await changeWithProjectFiles(call, async (ofFiles, files) => {
      const options = readDeployOptions(ofFiles);
      const requests = requestOptions(ofFiles, options);
      const deployment = await ofFiles.client.projectFiles.deploy(
        files,
        readTarget(ofFiles),
        options,
        requests,
      );
      const failure = failureOf(deployment, options.approvedPlan !== undefined);
      if (failure && !ofFiles.execution.continueOnFail()) throw failure;
      return await outputOf(ofFiles, deployment, failure);
    });
  },
};

function readDeployOptions(call: ItemCall<PlatformClient>): DeployOptions {
  const { execution, parameters } = call;
  const text = (name: string) => parameters.text(`options.${name}`).trim() || undefined;
  return {
    ...readPlanOptions(call),
    approvedPlan: text('approvedPlan'),
    ifRunning: parameters.choice<'deploy' | 'wait' | 'error'>('options.ifRunning'),
    releaseNote: text('releaseNote'),
    isPartly: execution.continueOnFail(),
    // Retry On Fail goes on with the run that an earlier try has started.
    startOf: ({ noun }, id) =>
      startOfItem(call, noun === 'job' ? JOB : PIPELINE, id, call.itemIndex),
    onRunFailed: () => forgetStart(call),
    onWait: () => reportWaiting(execution),
  };
}

/** In n8n's log, and in the browser's console of a manual execution. */
function reportWaiting(execution: IExecuteFunctions): void {
  const text = `${execution.getNode().name}: waiting for another deploy to the same project`;
  execution.logger.info(text);
  if (execution.getMode() === 'manual') execution.sendMessageToUI(text);
}

/** A plan that was approved is carried out once: the next try would have another plan, so it tells the same failure. */
function failureOf(
  { changes, run, conflict }: Deployment,
  isApproved: boolean,
): PlatformError | undefined {
  const failed = changes.filter(({ failure }) => failure);
  const Failure = isApproved ? PartlyDoneError : PlatformError;
  if (conflict) {
    const { message, hint, code } = conflict;
    const isUntouched =
      changes.every(({ action }) => !CHANGED.has(action)) &&
      failed.every(({ failure }) => failure?.reach === 'never');
    const Stopped = isUntouched ? PlatformError : Failure;
    return new Stopped(message, {
      hint: `${hint} ${doneAndNotDone(changes)}`,
      reach: isUntouched ? 'never' : 'answered',
      code,
    });
  }
  if (failed.length > 0) {
    return new Failure(`${failed.length} of ${changes.length} changes were not deployed`, {
      hint: [
        ...failed.slice(0, MOST_NAMED).map(lineOf),
        ...(failed.length > MOST_NAMED ? [`And ${failed.length - MOST_NAMED} more.`] : []),
        isApproved
          ? 'What is already in place is not changed. Run the plan again, and have the rest approved.'
          : 'Deploy again. What is already in place is not changed, and the rest is finished.',
      ].join(' '),
      reach: 'answered',
    });
  }
  if (!run || !('failure' in run)) return undefined;
  const { failure } = run;
  if (!isApproved) return failure;
  const { message, hint } = failure;
  return new Failure(message, { hint: `${hint} Everything was deployed.`, reach: 'answered' });
}

async function outputOf(
  call: ItemCall<PlatformClient>,
  { changes, run, summary, fingerprint }: Deployment,
  failure: PlatformError | undefined,
): Promise<INodeExecutionData[]> {
  const { execution } = call;
  const failed = (failure: PlatformError, known: IDataObject) =>
    failedItem(nodeError(execution.getNode(), failure), undefined, known);
  const ofChanges = relevantChanges(call, changes).map((change): INodeExecutionData =>
    change.failure ? failed(change.failure, changeOutput(change)) : { json: changeOutput(change) },
  );
  const ofAll = summaryOutput(summary, fingerprint);
  // What failed as a whole leaves by the error output, as its parts do.
  const first = failure && summary.action === 'failed' ? failed(failure, ofAll) : { json: ofAll };
  const items = [first, ...ofChanges];
  if (!run) return items;
  const { parent } = run;
  const ofRun = { kind: 'run', name: parent.alias, changes: [] };
  if ('failure' in run) return [...items, failed(run.failure, { ...ofRun, action: 'failed' })];
  const result = await resultOf(call, parent, run.run);
  return [...items, { json: { ...ofRun, action: 'created', result } }];
}

/** What a deploy that was stopped has done, and what it has not. */
function doneAndNotDone(changes: readonly DeployedChange[]): string {
  const done = changes.filter(({ action }) => CHANGED.has(action));
  const open = changes.filter(({ action }) => action === 'failed' || action === 'blocked');
  return [
    done.length === 0 ? 'Nothing was changed.' : `Done: ${listOf(done)}.`,
    ...(open.length > 0 ? [`Not done: ${listOf(open)}.`] : []),
  ].join(' ');
}

const CHANGED: ReadonlySet<string> = new Set(['created', 'updated', 'deleted']);

function listOf(changes: readonly DeployedChange[]): string {
  const named = changes.slice(0, MOST_LISTED).map(({ kind, name, action }) => {
    const what = CHANGED.has(action) ? ` (${action})` : '';
    return `${kind} "${excerpt(name, [], 100)}"${what}`;
  });
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function lineOf({ kind, name, failure }: DeployedChange): string {
  return `The ${kind} "${name.slice(0, 100)}": ${failure?.message.slice(0, 300)}. ${failure?.hint.slice(0, 200)}`;
}

async function resultOf(
  call: ItemCall<PlatformClient>,
  { kind, id }: RunParent,
  run: Run,
): Promise<IDataObject> {
  const runnable = kind === 'job' ? JOB : PIPELINE;
  const { parentId } = runnable.kind;
  return runOutput(runnable.kind, run, { [parentId]: id, ...(await namesOf(call, runnable, id)) });
}
