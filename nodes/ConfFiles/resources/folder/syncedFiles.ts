import type { IExecuteFunctions } from 'n8n-workflow';
import type { SyncOutcome } from '../../../../platform/confFiles/sync/attempts';
import { EarlierTries } from '../../../shared/items/earlierTries';
import type { FileResult } from './syncOutput';

const doneFiles = new EarlierTries<SyncOutcome>();
/** Deleted files have no item of their own: they are kept with the first one. */
const deletedFiles = new EarlierTries<readonly FileResult[]>();

/** What an earlier try has made of an item's file. */
export function outcomeOfEarlierTry(
  execution: IExecuteFunctions,
  itemIndex: number,
  path: string,
): SyncOutcome | undefined {
  const done = doneFiles.of({ execution, itemIndex });
  return done?.path === path ? done : undefined;
}

/** The files that earlier tries have deleted. */
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
