import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { SyncOutcome } from '../../../../platform/confFiles/attempts';
import type { FileResult } from './syncOutput';

/** Retry On Fail runs a node again with the very same item objects: what an earlier try has done is kept with them. */
const doneItems = new WeakMap<INodeExecutionData, SyncOutcome>();
/** Deleted files have no item of their own: they are kept with the first one. */
const deletedFiles = new WeakMap<INodeExecutionData, FileResult[]>();

/** What an earlier try has made of an item's file. */
export function doneBefore(
  execution: IExecuteFunctions,
  itemIndex: number,
  path: string,
): SyncOutcome | undefined {
  const item = execution.getInputData()[itemIndex];
  const done = item && doneItems.get(item);
  return done?.path === path ? done : undefined;
}

/** The files that earlier tries have deleted. */
export function deletedBefore(execution: IExecuteFunctions): FileResult[] {
  const [first] = execution.getInputData();
  return (first && deletedFiles.get(first)) ?? [];
}

export function rememberDone(
  execution: IExecuteFunctions,
  wanted: readonly FileResult[],
  extraneous: readonly FileResult[],
): void {
  const items = execution.getInputData();
  for (const [index, { outcome, failure }] of wanted.entries()) {
    const item = items[index];
    if (item && !failure) doneItems.set(item, outcome);
  }
  const deleted = extraneous.filter(({ failure }) => !failure);
  if (items[0] && deleted.length > 0) deletedFiles.set(items[0], deleted);
}
