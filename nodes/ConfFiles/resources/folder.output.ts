import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { SyncOutcome } from '../../../platform/confFiles/sync';
import { PlatformError } from '../../../platform/common/errors/errors';
import { type NodeFailure, buildNodeError, addFacts } from '../../shared/errors/errors';
import { EarlierTries } from '../../shared/items/earlierTries';
import { buildFailedItem } from '../../shared/items/failedItem';
import type { OperationCall } from '../../shared/operation/operation';

export interface FileResult {
  outcome: Omit<SyncOutcome, 'failure'>;
  failure?: NodeFailure;
  /** The item that the file comes from. Undefined for a deleted file, which is paired with all items. */
  itemIndex?: number;
}

const MAX_NAMED_FILES = 5;
const MAX_REASON_CHARACTERS = 300;
const MAX_PATH_CHARACTERS = 300;

export function toFileResult(
  node: INode,
  { failure, ...outcome }: SyncOutcome,
  itemIndex?: number,
): FileResult {
  if (!failure) return { outcome, itemIndex };
  const mayHaveHappened = failure.effect !== 'none';
  const nodeFailure = addFacts(buildNodeError(node, failure, itemIndex), { mayHaveHappened });
  return { outcome, failure: nodeFailure, itemIndex };
}

/** Builds the result of an item whose parameters or files could not be read. */
export function buildUnreadResult(
  { parametersOf }: OperationCall<unknown>,
  itemIndex: number,
  failure: NodeFailure,
): FileResult {
  let path = '';
  try {
    path = parametersOf(itemIndex).text('filePath').slice(0, MAX_PATH_CHARACTERS);
  } catch {
    // The path may be the parameter that could not be read.
  }
  return { outcome: { path, action: 'failed' }, failure, itemIndex };
}

/**
 * Builds one item per file. "On Error" decides whether failed files are among the other items or on the error branch.
 * @param inputResults results of the files in the input
 * @param deletions results of the files to delete
 * @throws PlatformError with a summary of the failures if the node stops on errors
 */
export function buildOutput(
  execution: IExecuteFunctions,
  inputResults: readonly FileResult[],
  deletions: readonly FileResult[],
  dryRun = false,
): INodeExecutionData[] {
  const results = [...inputResults, ...deletions];
  if (!execution.continueOnFail() && results.some(({ failure }) => failure)) {
    throw summaryError(results, dryRun);
  }
  const everyItem = execution.getInputData().map((_item, item) => ({ item }));
  return results.map(({ outcome, failure, itemIndex }) => {
    const pairedItem = itemIndex === undefined ? everyItem : { item: itemIndex };
    const json = { ...outcome, ...(dryRun && { dryRun }) };
    return failure
      ? buildFailedItem(addPath(failure, outcome), pairedItem, json)
      : { json, pairedItem };
  });
}

function addPath(failure: NodeFailure, { path }: FileResult['outcome']): NodeFailure {
  if (!failure.message.includes(path)) failure.message = `${path}: ${failure.message}`;
  return failure;
}

function summaryError(results: readonly FileResult[], dryRun: boolean) {
  const failed = results.filter(({ failure }) => failure);
  const descriptions = failed.slice(0, MAX_NAMED_FILES).map(describeFailure);
  const more = failed.length - descriptions.length;
  return new PlatformError(`${failed.length} of ${results.length} files failed`, {
    hint: `${descriptions.join(' ')}${more > 0 ? ` And ${more} more.` : ''} The other files${dryRun ? ' in a real sync' : ''}: ${formatCounts(results, ['uploaded', 'unchanged', 'deleted'])}.`,
  });
}

function describeFailure({ outcome: { path }, failure }: FileResult): string {
  const reason = String(failure?.message).slice(0, MAX_REASON_CHARACTERS);
  return reason.includes(path) ? `${reason}.` : `${path.slice(0, 200)}: ${reason}.`;
}

const ACTIONS = ['uploaded', 'deleted', 'unchanged', 'failed'] as const;

export function summarize(results: readonly FileResult[], dryRun: boolean): string {
  const files = `${results.length} file${results.length === 1 ? '' : 's'}`;
  const occurring = ACTIONS.filter((action) => count(results, action) > 0);
  const counts = occurring.length > 0 ? `: ${formatCounts(results, occurring)}` : '';
  return `${dryRun ? 'A sync would handle' : 'Synced'} ${files}${counts}.`;
}

function formatCounts(results: readonly FileResult[], actions: readonly Action[]): string {
  return actions.map((action) => `${count(results, action)} ${action}`).join(', ');
}

type Action = (typeof ACTIONS)[number];

function count(results: readonly FileResult[], action: Action): number {
  return results.filter(({ outcome }) => outcome.action === action).length;
}

/** Results of earlier tries: the files that are in place, by path, and the deleted files. */
const tries = new EarlierTries<{
  done: ReadonlyMap<string, SyncOutcome>;
  deleted: readonly FileResult[];
}>();

export function findEarlierOutcome(
  execution: IExecuteFunctions,
  path: string,
): SyncOutcome | undefined {
  return tries.recall({ execution, itemIndex: 0 })?.done.get(path);
}

export function listEarlierDeletions(execution: IExecuteFunctions): readonly FileResult[] {
  return tries.recall({ execution, itemIndex: 0 })?.deleted ?? [];
}

export function keepForRetry(
  execution: IExecuteFunctions,
  inputResults: readonly FileResult[],
  deletions: readonly FileResult[],
): void {
  const succeeded = inputResults.filter(({ failure }) => !failure);
  const done = new Map(succeeded.map(({ outcome }) => [outcome.path, outcome]));
  const deleted = deletions.filter(({ failure }) => !failure);
  tries.keep({ execution, itemIndex: 0 }, { done, deleted });
}
