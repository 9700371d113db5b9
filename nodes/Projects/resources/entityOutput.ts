import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { isObject } from '../../../platform/common/text/values';
import { findPickedProjectId, readIdentity } from '../../shared/parameters/itemIdentity';
import type { ItemCall } from '../../shared/operation/operation';

/**
 * Renames an entity's fields to the names that all outputs share, such as `projectId`, `currentVersion` and `lastRun`. The
 * state of an app becomes fields of the app. Entities and runs with a page on the platform get its address as `url`.
 * @param knownProjectId ID for the address, used if the platform does not return the project
 */
export function buildEntityOutput(
  { jobRuns, pages }: Pick<PlatformClient, 'jobRuns' | 'pages'>,
  noun: string,
  entity: object,
  knownProjectId?: unknown,
): IDataObject {
  const { project, versions, instances, countJobInstance, history, ...others } = entity as Record<
    string,
    unknown
  >;
  const { id: projectId = others.projectId, name: projectName } = Object(project) as IDataObject;
  const buildUrl = (runId?: unknown) =>
    pages.buildUrl(noun, projectId ?? knownProjectId, others.id, runId);
  const url = buildUrl();
  // A run without an ID gets no address. Without null, it would get the address of the entity.
  const addUrl = (run: unknown) =>
    isObject(run) ? { ...run, url: buildUrl(run.id ?? null) } : run;
  return {
    ...others,
    ...(history !== undefined && buildAppState(history)),
    ...(countJobInstance !== undefined && { runsCount: countJobInstance }),
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
    ...(Array.isArray(versions) && { currentVersion: (versions[0] ?? null) as unknown }),
    ...(instances !== undefined && { lastRun: addUrl(jobRuns.readLastRun(instances)) }),
    ...(others.lastRun !== undefined && { lastRun: addUrl(others.lastRun) }),
    ...(others.lastSuccess !== undefined && { lastSuccess: addUrl(others.lastSuccess) }),
    ...(url !== undefined && others.deleted !== true && { url }),
  } as IDataObject;
}

/** Renames the fields of an app's state to the names that runs and the history of apps have. */
export function buildAppState(state: unknown): IDataObject {
  const { currentStatus, currentStatusReason, currentExecutionId, triggerType, ...others } = Object(
    state,
  ) as IDataObject;
  const renamed = {
    status: currentStatus,
    statusReason: currentStatusReason,
    executionId: currentExecutionId,
    ...others,
    trigger: triggerType,
  };
  return Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined));
}

export async function buildEntityItem(
  { client, parameters, options }: ItemCall<PlatformClient>,
  noun: string,
  entity: object,
): Promise<INodeExecutionData> {
  const [labeled] = await client.withTechnologyLabels([entity], options);
  const knownProjectId =
    readIdentity(parameters).projectId ?? findPickedProjectId(client, parameters, `${noun}Id`);
  return { json: buildEntityOutput(client, noun, { ...labeled }, knownProjectId) };
}
