import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { OperationCall } from '../../shared/operation/operation';

/**
 * An entity by the names that all outputs have in common, whatever the platform calls it: the project as `projectId` and
 * `projectName`, the current version of a job, pipeline or app as `currentVersion`, the last run of a job as `lastRun`, and how an
 * app is as its own fields.
 */
export function entityOutput({ jobRuns }: PlatformClient, entity: object): IDataObject {
  const { project, versions, instances, countJobInstance, history, ...others } = entity as Record<
    string,
    unknown
  >;
  const { id: projectId, name: projectName } = Object(project) as IDataObject;
  return {
    ...others,
    ...(history !== undefined && appState(history)),
    ...(countJobInstance !== undefined && { runsCount: countJobInstance }),
    ...(projectId !== undefined && { projectId }),
    ...(projectName !== undefined && { projectName }),
    ...(Array.isArray(versions) && { currentVersion: (versions[0] ?? null) as unknown }),
    ...(instances !== undefined && { lastRun: jobRuns.lastRunIn(instances) }),
  } as IDataObject;
}

/** How an app is now, by the names that runs and the history of apps have. */
function appState(history: unknown): IDataObject {
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

/** One entity as an output item, with the label of its technology where it has one. */
export async function labelledItem(
  { client, options }: OperationCall<PlatformClient>,
  entity: object,
): Promise<INodeExecutionData> {
  const [labelled] = await client.withTechnologyLabels([entity], options);
  return { json: entityOutput(client, { ...labelled }) };
}
