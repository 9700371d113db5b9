import type { INodeExecutionData } from 'n8n-workflow';
import type { WorkflowRun } from '../../support/engine/runWorkflow';
import type { ChaosItem, ChaosOperation } from '../operations/operation';
import type { ChaosPlatform } from '../chaosPlatform';
import type { Plan } from '../plan';

/** A sequence of an operation, once everything has happened. */
export interface Finished {
  plan: Plan;
  operation: ChaosOperation;
  platform: ChaosPlatform;
  items: readonly ChaosItem[];
  result: WorkflowRun;
}

/** How an item came out. */
export interface ItemResult {
  item: ChaosItem;
  index: number;
  succeeded: INodeExecutionData[];
  /** Messages and descriptions of its failure. */
  failure?: string;
  /** Whether it says that its change may have been made; undefined where it does not say. */
  mayHaveHappened?: boolean;
}

/** The items in their order, each with what came out for it. */
export function resultsOf({ items, operation, result }: Finished): ItemResult[] {
  const failedIndex = (result.error?.context as { itemIndex?: number } | undefined)?.itemIndex;
  const results = items.map((item, index): ItemResult => ({ item, index, succeeded: [] }));
  const of = (output: INodeExecutionData) => {
    const { pairedItem } = output;
    const paired =
      typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined;
    return paired === undefined ? undefined : results[paired];
  };
  for (const output of result.outputs[0] ?? []) {
    const one = of(output);
    const failure = failureIn(output);
    for (const about of operation.isOfAll ? results : one ? [one] : []) {
      if (failure === undefined) about.succeeded.push(output);
      else Object.assign(about, failedWith(about, failure, output));
    }
  }
  for (const output of result.outputs[1] ?? []) {
    const one = of(output);
    for (const about of operation.isOfAll ? results : one ? [one] : [])
      Object.assign(
        about,
        failedWith(about, failureIn(output) ?? JSON.stringify(output.json), output),
      );
  }
  const failed = failedIndex === undefined ? undefined : results[failedIndex];
  if (result.error && failed) failed.failure = spoken(result.error);
  if (result.error && items.length === 1 && results[0]) results[0].failure ??= spoken(result.error);
  return results;
}

/** Of several changes for one item, one that may have been made counts. */
function failedWith(
  earlier: ItemResult,
  failure: string,
  { json }: INodeExecutionData,
): Partial<ItemResult> {
  const { mayHaveHappened } = json;
  if (typeof mayHaveHappened !== 'boolean') return { failure };
  return { failure, mayHaveHappened: mayHaveHappened || earlier.mayHaveHappened === true };
}

/** What an item says of its failure; undefined for one that succeeded. */
export function failureIn({ json, error }: INodeExecutionData): string | undefined {
  if (error) return spoken(error);
  if (json.action === 'failed')
    return `${String(json.error ?? json.reason)} ${String(json.errorDescription)}`;
  return json.error === undefined ? undefined : JSON.stringify(json);
}

export function spoken(error: Error & { description?: string | null }): string {
  return `${error.message} ${error.description ?? ''}`;
}
