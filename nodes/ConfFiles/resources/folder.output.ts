import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { SyncOutcome } from '../../../platform/confFiles/sync';
import { PlatformError } from '../../../platform/errors/errors';
import { type NodeFailure, nodeError, withFacts } from '../../shared/errors/errors';
import { EarlierTries } from '../../shared/items/earlierTries';
import { failedItem } from '../../shared/items/failedItem';

export interface FileResult {
  outcome: Omit<SyncOutcome, 'failure'>;
  failure?: NodeFailure;
}

const MAX_NAMED_FILES = 5;
const MAX_REASON_CHARACTERS = 300;

export function resultOf(
  node: INode,
  { failure, ...outcome }: SyncOutcome,
  itemIndex?: number,
): FileResult {
  if (!failure) return { outcome };
  const mayHaveHappened = failure.effect !== 'none';
  return { outcome, failure: withFacts(nodeError(node, failure, itemIndex), { mayHaveHappened }) };
}

/** Builds the result of an item whose parameters could not be read. */
export function unreadResult(path: string, failure: NodeFailure): FileResult {
  return { outcome: { path, action: 'failed' }, failure };
}

/**
 * Builds one item per file. By "On Error", failed files are among the others or on the error branch.
 * @param wanted one for each input item
 * @param extraneous deleted files, which are paired with all items
 * @throws PlatformError that sums up the failures, if the node stops on errors
 */
export function outputOf(
  execution: IExecuteFunctions,
  wanted: readonly FileResult[],
  extraneous: readonly FileResult[],
  dryRun = false,
): INodeExecutionData[] {
  const results = [...wanted, ...extraneous];
  if (!execution.continueOnFail() && results.some(({ failure }) => failure)) {
    throw summary(results);
  }
  const everyItem = wanted.map((_result, item) => ({ item }));
  return results.map((result, index) => {
    const pairedItem = index < wanted.length ? { item: index } : everyItem;
    const { outcome, failure } = result;
    const json = { ...outcome, ...(dryRun && { dryRun }) };
    return failure
      ? failedItem(namingItsFile(failure, outcome), pairedItem, json)
      : { json, pairedItem };
  });
}

function namingItsFile(failure: NodeFailure, { path }: FileResult['outcome']): NodeFailure {
  if (!failure.message.includes(path)) failure.message = `${path}: ${failure.message}`;
  return failure;
}

function summary(results: readonly FileResult[]) {
  const failed = results.filter(({ failure }) => failure);
  const named = failed.slice(0, MAX_NAMED_FILES).map(reasonOf);
  const more = failed.length - named.length;
  return new PlatformError(`${failed.length} of ${results.length} files failed`, {
    hint: `${named.join(' ')}${more > 0 ? ` And ${more} more.` : ''} ${whatWasDone(results)} If you run the sync again, only missing files are sent.`,
  });
}

function reasonOf({ outcome: { path }, failure }: FileResult): string {
  const reason = String(failure?.message).slice(0, MAX_REASON_CHARACTERS);
  return reason.includes(path) ? `${reason}.` : `${path.slice(0, 200)}: ${reason}.`;
}

const ACTIONS = ['uploaded', 'deleted', 'unchanged', 'failed'] as const;

function whatWasDone(results: readonly FileResult[]): string {
  return `The other files: ${countsOf(results, ['uploaded', 'unchanged', 'deleted'])}.`;
}

/** Sums up a sync in one sentence. */
export function verdictOf(results: readonly FileResult[], dryRun: boolean): string {
  const files = `${results.length} file${results.length === 1 ? '' : 's'}`;
  const occurring = ACTIONS.filter((action) => countOf(results, action) > 0);
  const counts = occurring.length > 0 ? `: ${countsOf(results, occurring)}` : '';
  return `${dryRun ? 'A sync would handle' : 'Synced'} ${files}${counts}.`;
}

function countsOf(results: readonly FileResult[], actions: readonly Action[]): string {
  return actions.map((action) => `${countOf(results, action)} ${action}`).join(', ');
}

type Action = (typeof ACTIONS)[number];

function countOf(results: readonly FileResult[], action: Action): number {
  return results.filter(({ outcome }) => outcome.action === action).length;
}

const doneFiles = new EarlierTries<SyncOutcome>();
/** Deleted files have no item of their own, so they are kept with the first one. */
const deletedFiles = new EarlierTries<readonly FileResult[]>();

/** Returns the outcome of an item's file in an earlier try. */
export function outcomeOfEarlierTry(
  execution: IExecuteFunctions,
  itemIndex: number,
  path: string,
): SyncOutcome | undefined {
  const done = doneFiles.of({ execution, itemIndex });
  return done?.path === path ? done : undefined;
}

/** Returns the files that earlier tries have deleted. */
export function deletedByEarlierTries(execution: IExecuteFunctions): readonly FileResult[] {
  return deletedFiles.of({ execution, itemIndex: 0 }) ?? [];
}

export function keepForRetry(
  execution: IExecuteFunctions,
  wanted: readonly FileResult[],
  extraneous: readonly FileResult[],
): void {
  for (const [itemIndex, { outcome, failure }] of wanted.entries()) {
    if (!failure) doneFiles.keep({ execution, itemIndex }, outcome);
  }
  const deleted = extraneous.filter(({ failure }) => !failure);
  deletedFiles.keep({ execution, itemIndex: 0 }, deleted);
}
