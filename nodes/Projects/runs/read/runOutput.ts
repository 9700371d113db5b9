import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { ParentNames } from '../../../../platform/runs/read/parentNames';
import type { FailureLog } from '../../../../platform/runs/logs/failureLog';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { RunKind } from '../../../../platform/runs/kinds';
import type { Run } from '../../../../platform/runs/read/run';
import { hasSucceeded } from '../../../../platform/runs/read/outcome';
import { parseTimeMs } from '../../../../platform/runs/read/times';
import { toText } from '../../../../platform/common/text/values';

const namesByExecution = new WeakMap<IExecuteFunctions, Map<string, Promise<ParentNames>>>();

/** Reads names once for all items. Names that cannot be read are omitted. */
export async function loadNames(
  { execution, client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: unknown,
): Promise<ParentNames> {
  // The platform may return a value of any type as the ID.
  const id = toText(parentId);
  if (id === undefined) return {};
  const namesById = namesByExecution.get(execution) ?? new Map<string, Promise<ParentNames>>();
  namesByExecution.set(execution, namesById);
  // An ID from a user may differ in case.
  const key = id.toLowerCase();
  const names = namesById.get(key) ?? runnable.runs(client).loadParentNames(id, options);
  namesById.set(key, names);
  return await names;
}

/** Returns, for example, `17 · failed · 2026-11-22 14:02`. Unknown parts are left out. */
export function buildRunTitle(
  run: { id: string; number?: number; startTime?: string | null },
  /** For example `failed` or `running`. */
  state: string,
  timeZone: string,
): string {
  const startMs = parseTimeMs(run.startTime);
  // Swedish dates have the format of ISO 8601.
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const when =
    startMs === undefined ? undefined : new Intl.DateTimeFormat('sv-SE', format).format(startMs);
  return [run.number ?? run.id, state, when].filter((part) => part !== undefined).join(' · ');
}

/**
 * Builds the output of a run, with the most important fields first. Fields that the platform does not return are missing.
 * @param knownFields fields to use if the run does not have them, such as names
 */
export function buildRunOutput(
  { pages }: Pick<PlatformClient, 'pages'>,
  { noun, parentIdField, parentNameField }: RunKind,
  run: Run,
  knownFields: Partial<Run> = {},
): IDataObject {
  const {
    id,
    status,
    succeeded = hasSucceeded(run),
    [parentIdField]: parentId = knownFields[parentIdField],
    [parentNameField]: name = knownFields[parentNameField],
    projectId = knownFields.projectId,
    projectName = knownFields.projectName,
    jobsInstance,
    ...others
  } = run;
  const url = pages.buildUrl(noun, projectId, parentId, id);
  return {
    ...(name !== undefined && { [parentNameField]: name }),
    ...(projectName !== undefined && { projectName }),
    id,
    status,
    succeeded,
    ...(parentId !== undefined && { [parentIdField]: parentId }),
    ...(projectId !== undefined && { projectId }),
    url,
    ...others,
    ...(Array.isArray(jobsInstance) && {
      jobsInstance: jobsInstance.map((jobRun: Run) => ({
        ...jobRun,
        url: pages.buildUrl('job', projectId, jobRun.jobId, jobRun.id),
      })),
    }),
  } as IDataObject;
}

export async function loadParentFields(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string | undefined,
): Promise<Partial<Run>> {
  return {
    ...(await loadNames(call, runnable, parentId)),
    [runnable.kind.parentIdField]: parentId,
  };
}

export async function buildSkippedOutput(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  run: Run,
  parentId: string,
): Promise<IDataObject> {
  const knownFields = await loadParentFields(call, runnable, parentId);
  return { ...buildRunOutput(call.client, runnable.kind, run, knownFields), skipped: true };
}

export function buildLogOutput(log: FailureLog | undefined): IDataObject {
  const logError = log?.failure && `The log could not be read: ${log.failure.message}`;
  return { lastLogLines: [...(log?.lines ?? [])], ...(logError && { logError }) };
}
