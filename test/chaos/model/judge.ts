import type { Change, ChaosItem, OtherEffect } from '../operations/operation';
import type { ChaosPlatform } from '../chaosPlatform';
import type { Effect } from '../platform/entities';
import type { ChaosRequest } from '../platform/requests';
import { doors } from './doors';
import type { Problem } from './problem';
import { resultsOf, spoken, type Finished, type ItemResult } from './results';
import { isFalsified, isInDoubt, isSurvivable } from './survival';

/** Compares what the platform did with what the node said. */
export function judge(finished: Finished): Problem[] {
  const results = resultsOf(finished);
  const wasCancelled = finished.plan.cancelAfterMs !== undefined;
  return [
    ...doubles(finished),
    ...changesOfReads(finished),
    ...results.flatMap((result) => falseSuccess(finished, result)),
    ...(wasCancelled ? [] : results.flatMap((result) => falseFailure(finished, result))),
    ...(wasCancelled
      ? []
      : [
          ...unnamed(finished),
          ...doors(finished),
          ...survival(finished, results),
          ...pairing(finished, results),
        ]),
  ];
}

function doubles({ operation, platform, items }: Finished): Problem[] {
  const { change } = operation;
  const once = [...(change ? [change, ...(change.others ?? [])] : [])].filter(
    ({ isRepeatable }) => !isRepeatable,
  );
  return once.flatMap((one) => doublesOf(one, platform, items));
}

function doublesOf(
  change: OtherEffect,
  platform: ChaosPlatform,
  items: readonly ChaosItem[],
): Problem[] {
  const targets = items.map((item) => change.target(item));
  return [...new Set(targets)].flatMap((target) => {
    if (target === undefined) return [];
    const wanted = targets.filter((one) => one === target).length;
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

/** What an item's changes are asked for by. */
function targetsOf(change: Change, item: ChaosItem): string[] {
  const targets = [change, ...(change.others ?? [])].flatMap((one) => one.target(item) ?? []);
  return [...targets, ...(change.askedBy ? [change.askedBy(item)] : [])];
}

/** All that was done for an item. */
function effectsFor(platform: ChaosPlatform, change: Change, item: ChaosItem): Effect[] {
  return [change, ...(change.others ?? [])].flatMap((one) => {
    const target = one.target(item);
    return target === undefined ? [] : effectsOf(platform, one.kind, target);
  });
}

/** Whatever only reads must change nothing. */
function changesOfReads({ operation, platform }: Finished): Problem[] {
  if (operation.change || operation.mayChange) return [];
  const made = platform.world.effects.filter(({ byNode }) => byNode);
  return made
    .slice(0, 1)
    .map(({ kind, target }): Problem => ({ rule: 'read', text: `${kind} ${target}` }));
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
 * lost: nothing that a platform tells sets the two apart. The option "If the Response Is Lost" is for those who do that.
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

/** "Unknown type" and its like are words of a platform that has refused a document. */
const SAYS_UNKNOWN =
  /not known|unknown(?! (?:type|field|argument)\b)|may (?:or may not )?have (?:been|taken|happened)/i;

const DENIES = /Nothing was (?:changed|created|deleted|deployed|made|sent|started|stored)/i;

const isNoChange = ({ route }: ChaosRequest) => !['mutation', 'upload', 'delete'].includes(route);

/** A failure that names what was done. */
const SAYS_DONE =
  /\banswered the deletion|\b(?:was|were) (?:added|copied|created|deleted|made|rolled back|stored|updated)\b,? (?:but|and)/i;

function falseFailure(finished: Finished, result: ItemResult): Problem[] {
  const { item, index, failure, mayHaveHappened } = result;
  const { operation, platform } = finished;
  const { change } = operation;
  if (failure === undefined) return [];
  if (!change) {
    const isDoubt = mayHaveHappened === true && !operation.mayChange;
    return isDoubt
      ? [{ rule: 'read', text: `item ${index} only reads, and may have happened: ${failure}` }]
      : [];
  }
  const target = change.target(item);
  const isShared = finished.items.filter((other) => change.target(other) === target).length > 1;
  const effects = effectsFor(platform, change, item);
  const shown = failure.replace(/\s+/g, ' ').slice(0, 300);
  if (SAYS_UNKNOWN.test(failure) && mayHaveHappened !== false) {
    // What fails for all items together is told of each of them.
    const asked = operation.isOfAll ? finished.items : [item];
    // A later change of the same item is asked for by what the first one made.
    const made = effects.flatMap(({ id }) => id ?? []);
    const targets = [...asked.flatMap((one) => targetsOf(change, one)), ...made];
    if (isInDoubt(platform.happened, ...targets) || isFalsified(platform.happened)) return [];
    return [{ rule: 'falseDoubt', text: `item ${index} (${effects.length} effects): ${shown}` }];
  }
  if (mayHaveHappened && effects.length === 0 && platform.requests.every(isNoChange)) {
    return [{ rule: 'falseDoubt', text: `item ${index}, no change was sent: ${shown}` }];
  }
  if (effects.length === 0 || isShared) return [];
  // A deploy puts out each of its changes, and says of each alone whether it may have been made.
  const deniesAll = mayHaveHappened === false && !operation.name.endsWith('.deploy');
  if (DENIES.test(failure) || deniesAll) {
    const kinds = effects.map(({ kind }) => kind).join(', ');
    return [{ rule: 'denial', text: `item ${index} (${kinds}): ${shown}` }];
  }
  if (change.isPartial || mayHaveHappened || SAYS_DONE.test(failure)) return [];
  // A failure after the change that names what was made tells of it.
  if (effects.some(({ id }) => id !== undefined && failure.includes(id))) return [];
  if (platform.happened.some(({ accident }) => accident.kind === 'damage')) return [];
  return [
    { rule: 'falseFailure', text: `item ${index}, ${effects.length} × ${change.kind}: ${shown}` },
  ];
}

const MAX_NAMED = 20;

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
  if (missing.length === 0 || known.length > MAX_NAMED) return [];
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
    if (known.length < places.length && !operation.isOfAll && operation.name !== 'folder.sync')
      report('an item is not paired');
    if (known.some((place, index) => place < (known[index - 1] ?? 0)))
      report('items are out of order');
  }
  const isWhole = !isFalsified(platform.happened) && plan.world.listing === 'plain';
  for (const { index, succeeded, failure } of results) {
    const count = succeeded.length + (failure === undefined ? 0 : 1);
    const { outputsAnItem } = operation;
    const wanted = outputsAnItem !== undefined && failure !== undefined ? 1 : outputsAnItem;
    const isMiscounted = wanted !== undefined && count !== wanted;
    if (isMiscounted && !isFalsified(platform.happened))
      report(`item ${index} came out ${count} times`);
    else if (count === 0 && isWhole && operation.name === 'folder.sync')
      report(`item ${index} is missing`);
  }
  return problems.slice(0, 3);
}
