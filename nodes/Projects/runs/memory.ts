import type { INodeExecutionData } from 'n8n-workflow';
import type { RunStart } from '../../../platform';
import type { ItemCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import type { RunSide } from './side';

/**
 * Retry On Fail runs a node again with the very same item objects; each new run of a node, also of the same node in a
 * loop, gets new ones. So an item is the place to remember by which run it was started already.
 */
const starts = new WeakMap<INodeExecutionData, RunStart>();

/** The start of this item's run: the one that an earlier try began, or a new one. */
export function startOf(call: ItemCall<PlatformClient>, side: RunSide, parentId: string): RunStart {
  const { api } = call.client;
  const item = itemOf(call);
  const earlier = item && starts.get(item);
  if (earlier?.parentId === parentId) return earlier;
  const start = new api.RunStart(side.kind(api), parentId);
  if (item) starts.set(item, start);
  return start;
}

/** The run has ended and that was reported: trying again means a new one. */
export function forgetStart(call: ItemCall<PlatformClient>): void {
  const item = itemOf(call);
  if (item) starts.delete(item);
}

function itemOf({
  execution,
  itemIndex,
}: ItemCall<PlatformClient>): INodeExecutionData | undefined {
  return execution.getInputData()[itemIndex];
}
