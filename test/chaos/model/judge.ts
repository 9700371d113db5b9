import type { INodeExecutionData } from 'n8n-workflow';
import type { WorkflowRun } from '../../../harness/engine/runWorkflow';
import type { ChaosItem, ChaosOperation } from '../operations/operation';
import type { ChaosPlatform } from '../platform/platform';
import type { Effect } from '../platform/world';
import type { Plan } from '../plan';
import type { Problem } from './problem';
import { isFalsified, isInDoubt, isSurvivable } from './survival';

/** A sequence of an operation, once everything has happened. */
export interface Finished {
  plan: Plan;
  operation: ChaosOperation;
  platform: ChaosPlatform;
  items: readonly ChaosItem[];
  result: WorkflowRun;
}

/** How an item came out. */
interface ItemResult {
  item: ChaosItem;
  index: number;
  succeeded: INodeExecutionData[];
  /** Messages and descriptions of its failure. */
  failure?: string;
}

/** Compares what the platform did with what the node said. */
export function judge(finished: Finished): Problem[] {
  const results = resultsOf(finished);
  const wasCancelled = finished.plan.cancelAfterMs !== undefined;
  return [
    ...doubles(finished),
    ...results.flatMap((result) => falseSuccess(finished, result)),
    ...(wasCancelled ? [] : results.flatMap((result) => falseFailure(finished, result))),
    ...(wasCancelled
      ? []
      : [...unnamed(finished), ...survival(finished, results), ...pairing(finished, results)]),
  ];
}

function resultsOf({ items, result }: Finished): ItemResult[] {
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
    if (!one) continue;
    const failure = failureIn(output);
    if (failure === undefined) one.succeeded.push(output);
    else one.failure = failure;
  }
  for (const output of result.outputs[1] ?? []) {
    const one = of(output);
    if (one) one.failure = failureIn(output) ?? JSON.stringify(output.json);
  }
  const failed = failedIndex === undefined ? undefined : results[failedIndex];
  if (result.error && failed) failed.failure = spoken(result.error);
  if (result.error && items.length === 1 && results[0]) results[0].failure ??= spoken(result.error);
  return results;
}

function failureIn({ json, error }: INodeExecutionData): string | undefined {
  if (error) return spoken(error);
  if (json.action === 'failed') return `${String(json.message)} ${String(json.details)}`;
  return json.error === undefined ? undefined : JSON.stringify(json);
}

function spoken(error: Error & { description?: string | null }): string {
  return `${error.message} ${error.description ?? ''}`;
}

function doubles({ operation, platform, items }: Finished): Problem[] {
  const { change } = operation;
  if (!change || change.isRepeatable) return [];
  return [...new Set(items.map((item) => change.target(item)))].flatMap((target) => {
    const wanted = items.filter((item) => change.target(item) === target).length;
    const effects = effectsOf(platform, change.kind, target);
    // A run that has ended badly and was reported may be tried again.
    const mayBeAgain = effects.filter(({ id }) => endedBadly(platform, id)).length;
    if (effects.length <= wanted + mayBeAgain) return [];
    return [
      {
        rule: 'double',
        text: `${effects.length} × ${change.kind} ${target} for ${wanted} item(s)`,
      },
    ];
  });
}

function endedBadly({ world }: ChaosPlatform, id: string | undefined): boolean {
  const run = world.runs.get(id ?? '');
  return run !== undefined && ['FAILED', 'KILLED'].includes(world.statusOf(run));
}

function effectsOf({ world }: ChaosPlatform, kind: string, target: string): Effect[] {
  return world.effectsOn(kind, target).filter(({ byNode }) => byNode);
}

function falseSuccess(
  finished: Finished,
  { item, index, succeeded, failure }: ItemResult,
): Problem[] {
  const { operation, platform, plan } = finished;
  if (succeeded.length === 0 || failure !== undefined) return [];
  // n8n lets the input through where a node failed or was cancelled.
  if (finished.result.error) return [];
  if (isFalsified(platform.happened, operation)) return [];
  const falsehood = operation.falsehood({ world: platform.world, item, outputs: succeeded });
  if (falsehood === undefined) return [];
  if (operation.outputsAnItem === undefined && plan.world.listing !== 'plain') return [];
  if (falsehood.includes('started by somebody else') && isIndistinguishable(finished, item))
    return [];
  return [{ rule: 'falseSuccess', text: `item ${index}: ${falsehood}` }];
}

/**
 * Somebody else with the same login has started the same job by the same kind of request, and the item's own start was
 * lost: nothing that a platform tells sets the two apart. The option "If the Answer Is Lost" is for those who do that.
 */
function isIndistinguishable({ operation, platform }: Finished, item: ChaosItem): boolean {
  const target = operation.change?.target(item) ?? '';
  const hasTwin = platform.world
    .effectsOn(operation.change?.kind ?? '', target)
    .some(
      ({ byNode, id }) =>
        !byNode && platform.world.runs.get(id ?? '')?.author === platform.world.login,
    );
  return hasTwin && isInDoubt(platform.happened, target);
}

const SAYS_UNKNOWN = /not known|unknown|may (?:or may not )?have/i;

function falseFailure(finished: Finished, { item, index, failure }: ItemResult): Problem[] {
  const { operation, platform } = finished;
  const { change } = operation;
  if (failure === undefined || !change) return [];
  const target = change.target(item);
  const isShared = finished.items.filter((other) => change.target(other) === target).length > 1;
  const effects = effectsOf(platform, change.kind, target);
  const shown = failure.replace(/\s+/g, ' ').slice(0, 300);
  if (SAYS_UNKNOWN.test(failure)) {
    if (isInDoubt(platform.happened, target) || isFalsified(platform.happened)) return [];
    return [{ rule: 'falseDoubt', text: `item ${index} (${effects.length} effects): ${shown}` }];
  }
  if (effects.length === 0 || isShared) return [];
  // A failure after the change that names what was made tells of it.
  if (effects.some(({ id }) => id !== undefined && failure.includes(id))) return [];
  if (platform.happened.some(({ accident }) => accident.kind === 'damage')) return [];
  return [
    { rule: 'falseFailure', text: `item ${index}, ${effects.length} × ${change.kind}: ${shown}` },
  ];
}

const MOST_NAMED = 20;

/** Where the node stops on an error, nothing else tells which runs there are. */
function unnamed({ operation, platform, result }: Finished): Problem[] {
  const { change } = operation;
  if (!result.error || !change?.kind.startsWith('run') || change.kind === 'runApp') return [];
  const text = spoken(result.error);
  // In doubt, an answer that was lost has no identifier to name.
  const known = platform.world.effects.filter(
    ({ kind, byNode, target }) =>
      byNode && kind === change.kind && !isInDoubt(platform.happened, target),
  );
  const missing = known.filter(({ id }) => !text.includes(id ?? ''));
  if (missing.length === 0 || known.length > MOST_NAMED) return [];
  return [
    {
      rule: 'unnamed',
      text: `${missing.length} of ${known.length} runs: ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
    },
  ];
}

function survival(finished: Finished, results: ItemResult[]): Problem[] {
  const { plan, operation, platform, result } = finished;
  if (plan.world.listing !== 'plain' || plan.world.ignoresSkip) return [];
  if (!isSurvivable(platform.happened, operation)) return [];
  const failed = results.find(({ failure }) => failure !== undefined);
  const text = failed?.failure ?? (result.error && spoken(result.error));
  return text === undefined
    ? []
    : [{ rule: 'survived', text: text.replace(/\s+/g, ' ').slice(0, 300) }];
}

function pairing(
  { operation, result, platform, plan }: Finished,
  results: ItemResult[],
): Problem[] {
  if (result.error) return [];
  const problems: Problem[] = [];
  const report = (text: string) => problems.push({ rule: 'pairing', text });
  for (const outputs of result.outputs) {
    const places = outputs.map(({ pairedItem }) =>
      typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined,
    );
    const known = places.filter((place) => place !== undefined);
    if (known.length < places.length && operation.name !== 'folder.sync')
      report('an item is not paired');
    if (known.some((place, index) => place < (known[index - 1] ?? 0)))
      report('items are out of order');
  }
  const isWhole = !isFalsified(platform.happened) && plan.world.listing === 'plain';
  for (const { index, succeeded, failure } of results) {
    const count = succeeded.length + (failure === undefined ? 0 : 1);
    const wanted = operation.outputsAnItem;
    if (wanted !== undefined && count !== wanted) report(`item ${index} came out ${count} times`);
    else if (count === 0 && isWhole && operation.name === 'folder.sync')
      report(`item ${index} is missing`);
  }
  return problems.slice(0, 3);
}
