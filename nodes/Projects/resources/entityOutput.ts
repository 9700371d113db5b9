import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { isObject } from '../../../platform/common/text/values';
import { findPickedProjectId, readIdentity } from '../../shared/parameters/itemIdentity';
import type { ItemCall } from '../../shared/operation/operation';

/**
 * Returns an entity with the field names that all outputs have in common: `projectId` and `projectName`, `currentVersion`,
 * `lastRun`, and the state of an app as its own fields. Entities and last runs with a page on the platform have its address.
 * @param ofProject ID of the project, for the address if the platform does not return it
 */
export function buildEntityOutput(
  { jobRuns, pages }: Pick<PlatformClient, 'jobRuns' | 'pages'>,
  noun: string,
  entity: object,
  ofProject?: unknown,
): IDataObject {
  const { project, versions, instances, countJobInstance, history, ...others } = entity as Record<
    string,
    unknown
  >;
  const { id: projectId = others.projectId, name: projectName } = Object(project) as IDataObject;
  const urlFor = (runId?: unknown) => pages.url(noun, projectId ?? ofProject, others.id, runId);
  const url = urlFor();
  const withUrl = (run: unknown) => (isObject(run) ? { ...run, url: urlFor(run.id ?? null) } : run);
  return {
    ...others,
    ...(history !== undefined && buildAppState(history)),
    ...(countJobInstance !== undefined && { runsCount: countJobInstance }),
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
    ...(Array.isArray(versions) && { currentVersion: (versions[0] ?? null) as unknown }),
    ...(instances !== undefined && { lastRun: withUrl(jobRuns.lastRunIn(instances)) }),
    ...(others.lastRun !== undefined && { lastRun: withUrl(others.lastRun) }),
    ...(others.lastSuccess !== undefined && { lastSuccess: withUrl(others.lastSuccess) }),
    ...(url !== undefined && others.deleted !== true && { url }),
  } as IDataObject;
}

/** Returns the state of an app with the field names of runs and of the history. */
export function buildAppState(history: unknown): IDataObject {
  const { currentStatus, currentStatusReason, currentExecutionId, triggerType, ...others } = Object(
    history,
  ) as IDataObject;
  const named = {
    status: currentStatus,
    statusReason: currentStatusReason,
    executionId: currentExecutionId,
    ...others,
    trigger: triggerType,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

export async function buildLabeledItem(
  { client, parameters, options }: ItemCall<PlatformClient>,
  noun: string,
  entity: object,
): Promise<INodeExecutionData> {
  const [labelled] = await client.withTechnologyLabels([entity], options);
  const ofProject =
    readIdentity(parameters).projectId ?? findPickedProjectId(client, parameters, `${noun}Id`);
  return { json: buildEntityOutput(client, noun, { ...labelled }, ofProject) };
}
