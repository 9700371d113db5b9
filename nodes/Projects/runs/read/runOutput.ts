import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { ParentNames } from '../../../../platform/runs/read/parentNames';
import type { FailureLog } from '../../../../platform/runs/logs/failureLog';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { RunKind } from '../../../../platform/runs/kinds';
import type { Run } from '../../../../platform/runs/read/run';
import { hasSucceeded } from '../../../../platform/runs/read/outcome';
import { timeMs } from '../../../../platform/runs/read/times';
import { textOf } from '../../../../platform/common/text/values';

/** By job or pipeline, for each call of a node. */
const namesOfCalls = new WeakMap<IExecuteFunctions, Map<string, Promise<ParentNames>>>();

/** Reads the names of a job or pipeline, once for all items. Names that cannot be read are omitted. */
export async function namesOf(
  { execution, client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: unknown,
): Promise<ParentNames> {
  // A platform returned it: it may be any value.
  const id = textOf(parentId);
  if (id === undefined) return {};
  const known = namesOfCalls.get(execution) ?? new Map<string, Promise<ParentNames>>();
  namesOfCalls.set(execution, known);
  // A user may write an ID in another case than the platform.
  const key = id.toLowerCase();
  const names = known.get(key) ?? runnable.runs(client).parentNames(id, options);
  known.set(key, names);
  return await names;
}

/** A run in a list: `17 · failed · 2026-11-22 14:02`. Unknown parts are omitted. */
export function runTitle(
  run: { id: string; number?: number; startTime?: string | null },
  /** For example `failed` or `running`. */
  state: string,
  timeZone: string,
): string {
  const startMs = timeMs(run.startTime);
  // Swedish writes dates as ISO 8601 does.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const when =
    startMs === undefined ? undefined : new Intl.DateTimeFormat('sv-SE', format).format(startMs);
  return [run.number ?? run.id, state, when].filter((part) => part !== undefined).join(' · ');
}

/**
 * Returns a run as every output has it, the most important fields first. Fields that the platform does not return are omitted.
 * @param known what is known of it from elsewhere, as its names
 */
export function runOutput(
  { pages }: Pick<PlatformClient, 'pages'>,
  { noun, parentId, parentName }: RunKind,
  run: Run,
  known: Partial<Run> = {},
): IDataObject {
  const {
    id,
    status,
    succeeded = hasSucceeded(run),
    [parentId]: parent = known[parentId],
    [parentName]: name = known[parentName],
    projectId = known.projectId,
    projectName = known.projectName,
    jobsInstance,
    ...others
  } = run;
  const url = pages.url(noun, projectId, parent, id);
  return {
    ...(name !== undefined && { [parentName]: name }),
    ...(projectName !== undefined && { projectName }),
    id,
    status,
    succeeded,
    ...(parent !== undefined && { [parentId]: parent }),
    ...(projectId !== undefined && { projectId }),
    url,
    ...others,
    ...(Array.isArray(jobsInstance) && {
      jobsInstance: jobsInstance.map((one: Run) => ({
        ...one,
        url: pages.url('job', projectId, one.jobId, one.id),
      })),
    }),
  } as IDataObject;
}

/** Returns the ID and names of a run's job or pipeline, as fields of the run. */
export async function knownParent(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string | undefined,
): Promise<Partial<Run>> {
  return { ...(await namesOf(call, runnable, parentId)), [runnable.kind.parentId]: parentId };
}

/** Returns the output of an item for which nothing was started: the current run. */
export async function skippedRun(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  run: Run,
  parentId: string,
): Promise<IDataObject> {
  const known = await knownParent(call, runnable, parentId);
  return { ...runOutput(call.client, runnable.kind, run, known), skipped: true };
}

/** The end of its log as fields of a run that did not succeed; why it could not be read, where that is so. */
export function logOutput(log: FailureLog | undefined): IDataObject {
  const logError = log?.failure && `The log could not be read: ${log.failure.message}`;
  return { lastLogLines: [...(log?.lines ?? [])], ...(logError && { logError }) };
}
