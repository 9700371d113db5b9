import type { IExecuteFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { ParentNames } from '../../../../platform/runs/read/parentNames';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

/** By job or pipeline, for each call of a node. */
const namesOfCalls = new WeakMap<IExecuteFunctions, Map<string, Promise<ParentNames>>>();

/** The names of a job or pipeline; asked for once for all items. What cannot be read is left out. */
export async function namesOf(
  { execution, client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string | undefined,
): Promise<ParentNames> {
  if (parentId === undefined) return {};
  const known = namesOfCalls.get(execution) ?? new Map<string, Promise<ParentNames>>();
  namesOfCalls.set(execution, known);
  // An ID as somebody wrote it, and as the platform returns it.
  const key = parentId.toLowerCase();
  const names = known.get(key) ?? runnable.runs(client).parentNames(parentId, options);
  known.set(key, names);
  return await names;
}
