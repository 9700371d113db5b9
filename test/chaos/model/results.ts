import type { INodeExecutionData } from 'n8n-workflow';
import type { WorkflowRun } from '../../support/engine/runWorkflow';
import type { ChaosItem, ChaosOperation } from '../operations';
import type { ChaosPlatform } from '../chaosPlatform';
import type { Plan } from '../plan';

/** A sequence that has ended. */
export interface Finished {
  plan: Plan;
  /** False if the operation ended before the cancel. */
  isCancelled: boolean;
  operation: ChaosOperation;
  platform: ChaosPlatform;
  items: readonly ChaosItem[];
  result: WorkflowRun;
  /** Result of the same reading operation after the faults. */
  calm?: WorkflowRun;
  /** Whether each output belongs to all items, so that it is paired with none. */
  isOfAll: boolean;
}

export interface ItemResult {
  item: ChaosItem;
  index: number;
  succeeded: INodeExecutionData[];
  /** Messages and descriptions of its failure. */
  failure?: string;
  /** Whether the change may have been made, if the failure says so. */
  mayHaveHappened?: boolean;
}

export function pairResults(
  { items, isOfAll }: Finished,
  { outputs, error }: WorkflowRun,
): ItemResult[] {
  const failedIndex = (error?.context as { itemIndex?: number } | undefined)?.itemIndex;
  const results = items.map((item, index): ItemResult => ({ item, index, succeeded: [] }));
  for (const [place, output] of outputs.flatMap((list, n) =>
    list.map((one) => [n, one] as const),
  )) {
    const { pairedItem } = output;
    const paired =
      typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined;
    const one = paired === undefined ? undefined : results[paired];
    const failure = failureIn(output) ?? (place === 1 ? JSON.stringify(output.json) : undefined);
    for (const about of isOfAll ? results : one ? [one] : []) {
      if (failure === undefined) about.succeeded.push(output);
      else Object.assign(about, failedWith(about, failure, output));
    }
  }
  const failed = failedIndex === undefined ? undefined : results[failedIndex];
  if (error && failed) failed.failure = spoken(error);
  if (error && items.length === 1 && results[0]) results[0].failure ??= spoken(error);
  return results;
}

/** One of several changes for an item may have been made. */
function failedWith(
  earlier: ItemResult,
  failure: string,
  { json }: INodeExecutionData,
): Partial<ItemResult> {
  const { mayHaveHappened } = json;
  if (typeof mayHaveHappened !== 'boolean') return { failure };
  return { failure, mayHaveHappened: mayHaveHappened || earlier.mayHaveHappened === true };
}

function failureIn({ json, error }: INodeExecutionData): string | undefined {
  if (error) return spoken(error);
  if (json.action === 'failed')
    return `${String(json.error ?? json.reason)} ${String(json.errorDescription)}`;
  return json.error === undefined ? undefined : JSON.stringify(json);
}

export function spoken(error: Error & { description?: string | null }): string {
  return `${error.message} ${error.description ?? ''}`;
}
