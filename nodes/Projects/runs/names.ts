import type { IExecuteFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { ParentNames } from '../../../platform/runs/parentNames';
import type { OperationCall } from '../../shared/operation';
import type { Runnable } from './runnable';

/** By job or pipeline, for each call of a node. */
const asked = new WeakMap<IExecuteFunctions, Map<string, Promise<ParentNames>>>();

/** The names of a job or pipeline; asked for once for all items. */
export async function namesOf(
  { execution, client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string | undefined,
): Promise<ParentNames> {
  if (parentId === undefined) return {};
  const known = asked.get(execution) ?? new Map<string, Promise<ParentNames>>();
  asked.set(execution, known);
  const names = known.get(parentId) ?? runnable.runs(client).parentNames(parentId, options);
  known.set(parentId, names);
  return await names;
}
