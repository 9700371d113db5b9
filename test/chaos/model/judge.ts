import type { ChaosItem } from '../operations';
import type { ChaosRequest } from '../requests';
import type { Effect, World } from '../world';
import { falseChange, falseRead, STARTED_BY_OTHER } from './falsehood';
import type { Problem } from './problem';
import { failureIn, resultsOf, spoken, type Finished, type ItemResult } from './results';
import { isFalsified, isInDoubt, isSurvivable } from './survival';

/** Compares what the platform did with what the node said. */
export function judge(finished: Finished): Problem[] {
  const results = resultsOf(finished, finished.result);
  const always = [
    ...doubles(finished),
    ...unexpected(finished),
    ...falseSuccesses(finished, results),
  ];
  if (finished.plan.cancelAfterMs !== undefined) return always;
  return [
    ...always,
    ...results.flatMap((result) => falseFailure(finished, result)),
    ...unnamed(finished),
    ...doors(finished),
    ...refusal(finished, results),
    ...survival(finished, results),
    ...pairing(finished, results),
  ];
}

function doubles({ operation, platform, items, isOfAll }: Finished): Problem[] {
  const { world } = platform;
  const made = new Map<string, { effects: Effect[]; wanted: number }>();
  for (const effect of world.effects) {
    if (!effect.byNode || operation.changes[effect.kind] !== 'once') continue;
    const about = items.filter(({ target }) => target !== '' && effect.targets.includes(target));
    // Of several changes for one item, each has a text of its own.
    const asked = operation.isPartial ? effect.text : (about[0]?.target ?? effect.text);
    const key = `${effect.kind} ${asked}`;
    const wanted = Math.max(about.length, isOfAll ? 1 : items.filter(isOfAnything).length, 1);
    const { effects } = made.get(key) ?? { effects: [] };
    made.set(key, { effects: [...effects, effect], wanted: about.length || wanted });
  }
  return [...made].flatMap(([text, { effects, wanted }]): Problem[] => {
    // A run that has ended badly and was reported may be tried again.
    const mayBeAgain = effects.filter(({ id }) => endedBadly(world, id)).length;
    if (effects.length <= wanted + mayBeAgain) return [];
    return [{ rule: 'double', text: `${effects.length} × ${text} for ${wanted} item(s)` }];
  });
}

const isOfAnything = ({ target }: ChaosItem) => target === '';

function endedBadly(world: World, id: string | undefined): boolean {
  return ['FAILED', 'KILLED'].includes(world.run(id ?? '')?.status ?? '');
}

/** Whatever only reads changes nothing, and what changes something does nothing else. A wait may stop its run. */
function unexpected({ operation, platform }: Finished): Problem[] {
  const { changes, name } = operation;
  const isStop = (kind: string) => kind.startsWith('stop') && name.endsWith('AndWait');
  const others = platform.world.effects.filter(
    ({ byNode, kind }) => byNode && !(kind in changes) && !isStop(kind),
  );
  return others
    .slice(0, 1)
    .map(({ text }): Problem => ({ rule: 'read', text: `${name} is not known to do ${text}` }));
}

/** All that was done for an item. */
function effectsFor({ operation, platform }: Finished, { target }: ChaosItem): Effect[] {
  return platform.world.effectsOn(operation.kinds, target).filter(({ byNode }) => byNode);
}

function falseSuccesses(finished: Finished, results: readonly ItemResult[]): Problem[] {
  const { operation, platform, result, calm } = finished;
  // n8n lets the input through where a node failed or was cancelled.
  if (result.error || isFalsified(platform.happened, operation)) return [];
  const isStirred = platform.happened.some(({ accident }) => accident.kind === 'foreignRun');
  const read = calm && !calm.error && !isStirred ? resultsOf(finished, calm) : [];
  return results.flatMap((one): Problem[] => {
    if (one.succeeded.length === 0 || one.failure !== undefined) return [];
    const falsehood =
      operation.kinds.length === 0
        ? falseRead(one, read[one.index])
        : falseChange(operation, platform.world, one);
    if (falsehood === undefined) return [];
    if (falsehood.endsWith(STARTED_BY_OTHER) && isIndistinguishable(finished, one.item)) return [];
    return [{ rule: 'falseSuccess', text: `item ${one.index}: ${falsehood}` }];
  });
}

/**
 * Somebody else with the same login has started the same job by the same kind of request, and the item's own start was
 * lost: nothing that a platform tells sets the two apart. The option "If the Response Is Lost" is for those who do that.
 */
function isIndistinguishable({ operation, platform }: Finished, { target }: ChaosItem): boolean {
  const { world, happened } = platform;
  const hasTwin = world
    .effectsOn(operation.kinds, target)
    .some(({ byNode, author }) => !byNode && author === world.login);
  return hasTwin && isInDoubt(happened, target);
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
  const { operation, platform, items, isOfAll } = finished;
  if (failure === undefined) return [];
  if (operation.kinds.length === 0) {
    return mayHaveHappened
      ? [{ rule: 'read', text: `item ${index} only reads, and may have happened: ${failure}` }]
      : [];
  }
  const isShared = !isOfAll && items.filter(({ target }) => target === item.target).length > 1;
  const effects = effectsFor(finished, item);
  const shown = failure.replace(/\s+/g, ' ').slice(0, 300);
  if (SAYS_UNKNOWN.test(failure) && mayHaveHappened !== false) {
    // What fails for all items together is told of each of them.
    const asked = isOfAll ? items : [item];
    // A later change of the same item is asked for by what the first one made.
    const made = effects.flatMap(({ id }) => id ?? []);
    // The several changes of one item may each name another thing.
    const any = operation.isPartial ? [''] : [];
    const targets = [...asked.map(({ target }) => target), ...made, ...any];
    if (isInDoubt(platform.happened, ...targets) || isFalsified(platform.happened)) return [];
    return [{ rule: 'falseDoubt', text: `item ${index} (${effects.length} effects): ${shown}` }];
  }
  if (mayHaveHappened && effects.length === 0 && platform.requests.every(isNoChange)) {
    return [{ rule: 'falseDoubt', text: `item ${index}, no change was sent: ${shown}` }];
  }
  if (effects.length === 0 || isShared) return [];
  const kinds = effects.map(({ kind }) => kind).join(', ');
  // A deploy puts out each of its changes, and says of each alone whether it may have been made.
  const deniesAll = mayHaveHappened === false && !operation.name.endsWith('.deploy');
  if (DENIES.test(failure) || deniesAll) {
    return [{ rule: 'denial', text: `item ${index} (${kinds}): ${shown}` }];
  }
  if (operation.isPartial || mayHaveHappened || SAYS_DONE.test(failure)) return [];
  // A failure after the change that names what was made tells of it.
  if (effects.some(({ id }) => id !== undefined && failure.includes(id))) return [];
  if (platform.happened.some(({ accident }) => accident.kind === 'damage')) return [];
  return [{ rule: 'falseFailure', text: `item ${index}, ${kinds}: ${shown}` }];
}

const MAX_NAMED = 20;

/** Where the node stops on an error, nothing else tells which runs there are. */
function unnamed({ operation, platform, result }: Finished): Problem[] {
  const isStart = operation.kinds.some((kind) => kind === 'runJob' || kind === 'runPipeline');
  if (!result.error || !isStart || operation.isPartial) return [];
  const text = spoken(result.error);
  // In doubt, an answer that was lost has no identifier to name.
  const known = platform.world.effects.filter(
    ({ byNode, targets }) => byNode && !isInDoubt(platform.happened, ...targets),
  );
  const missing = known.filter(({ id }) => !text.includes(id ?? ''));
  if (missing.length === 0 || known.length > MAX_NAMED) return [];
  const shown = text.replace(/\s+/g, ' ').slice(0, 200);
  return [{ rule: 'unnamed', text: `${missing.length} of ${known.length} runs: ${shown}` }];
}

/** Items that left by the wrong door, or not at all. */
function doors({ plan, items, result }: Finished): Problem[] {
  const problems: Problem[] = [];
  const report = (text: string) => problems.push({ rule: 'door', text });
  const [outputs = [], errors = []] = result.outputs;
  if (plan.onError === 'stopWorkflow') return [];
  if (result.error) report(`the node threw: ${result.error.message.slice(0, 200)}`);
  const given = new Set(items.map(({ json }) => JSON.stringify(json)));
  for (const output of [...outputs, ...errors]) {
    if (!output.error && given.has(JSON.stringify(output.json)))
      report('an input passed through untouched');
  }
  const failed = [...outputs, ...errors].filter(({ json, error }) => error ?? json.error);
  if (failed.some(({ json }) => typeof json.errorCode !== 'string' || json.errorCode === ''))
    report('a failed item has no code');
  if (plan.onError === 'continueErrorOutput' && outputs.some((one) => failureIn(one) !== undefined))
    report('a failed item is among those that succeeded');
  return problems.slice(0, 3);
}

/** All items are checked before the first change. */
function refusal({ plan, platform, result }: Finished, results: ItemResult[]): Problem[] {
  const refused = results.find(({ item }) => item.isRefused);
  if (!refused) return [];
  const made = platform.world.effects.filter(({ byNode }) => byNode);
  const text =
    plan.onError === 'stopWorkflow' && made.length > 0
      ? `${made.length} changes were made before an empty item was refused`
      : !result.error && refused.failure === undefined && 'an empty item was not refused';
  return text ? [{ rule: 'refusal', text }] : [];
}

function survival(finished: Finished, results: ItemResult[]): Problem[] {
  const { plan, operation, platform, result } = finished;
  if (plan.world.listing !== 'plain' || plan.world.ignoresSkip) return [];
  if (!isSurvivable(platform.happened, operation)) return [];
  if (result.error && results.some(({ item }) => item.isRefused)) return [];
  const failed = results.find(({ item, failure }) => failure !== undefined && !item.isRefused);
  const text = failed?.failure ?? (result.error && spoken(result.error));
  return text === undefined
    ? []
    : [{ rule: 'survived', text: text.replace(/\s+/g, ' ').slice(0, 300) }];
}

function pairing(finished: Finished, results: ItemResult[]): Problem[] {
  const { operation, result, calm, platform, isOfAll } = finished;
  if (result.error) return [];
  const problems: Problem[] = [];
  const report = (text: string) => problems.push({ rule: 'pairing', text });
  const isSync = operation.name === 'folder.sync';
  for (const outputs of result.outputs) {
    const places = outputs.map(({ pairedItem }) =>
      typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined,
    );
    const known = places.filter((place) => place !== undefined);
    if (known.length < places.length && !isOfAll && !isSync) report('an item is not paired');
    if (known.some((place, index) => place < (known[index - 1] ?? 0)))
      report('items are out of order');
  }
  const isRead = operation.kinds.length === 0;
  if (isFalsified(platform.happened) || (isRead && !calm)) return problems.slice(0, 3);
  const isOne = operation.kinds.length === 1;
  const calmly = calm ? resultsOf(finished, calm) : [];
  for (const { index, succeeded, failure } of results) {
    const count = succeeded.length + (failure === undefined ? 0 : 1);
    const isEmpty = calmly[index]?.succeeded.length === 0;
    if (isOne ? count !== 1 : count === 0 && !isEmpty)
      report(`item ${index} came out ${count} times`);
  }
  return problems.slice(0, 3);
}
