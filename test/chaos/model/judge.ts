import type { ChaosItem } from '../operations';
import type { ChaosRequest } from '../requests';
import type { Effect, World } from '../world';
import { falseChange, falseRead, STARTED_BY_OTHER } from './falsehood';
import type { Problem } from './problem';
import { pairResults, spoken, type Finished, type ItemResult } from './results';
import { isFalsified, isInDoubt, isSurvivable } from './survival';

/** Compares effects on the platform with the report of the node. */
export function judge(finished: Finished): Problem[] {
  const results = pairResults(finished, finished.result);
  const always = [
    ...doubles(finished),
    ...unexpected(finished),
    ...falseSuccesses(finished, results),
  ];
  if (finished.isCancelled) return always;
  return [
    ...always,
    ...results.flatMap((result) => falseFailure(finished, result)),
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
    // An operation with several changes for an item may send each of them once.
    const asked = operation.isPartial ? effect.text : (about[0]?.target ?? effect.text);
    const key = `${effect.kind} ${asked}`;
    const wanted = Math.max(about.length, isOfAll ? 1 : items.filter(isOfAnything).length, 1);
    const { effects } = made.get(key) ?? { effects: [] };
    made.set(key, { effects: [...effects, effect], wanted: about.length || wanted });
  }
  return [...made].flatMap(([text, { effects, wanted }]): Problem[] => {
    // A failed run may be started again.
    const mayBeAgain = effects.filter(({ id }) => endedBadly(world, id)).length;
    if (effects.length <= wanted + mayBeAgain) return [];
    return [{ rule: 'double', text: `${effects.length} × ${text} for ${wanted} item(s)` }];
  });
}

const isOfAnything = ({ target }: ChaosItem) => target === '';

function endedBadly(world: World, id: string | undefined): boolean {
  return ['FAILED', 'KILLED'].includes(world.run(id ?? '')?.status ?? '');
}

/** Finds changes that the operation is not declared to make. A wait may stop its run. */
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

function effectsFor({ operation, platform }: Finished, { target }: ChaosItem): Effect[] {
  return platform.world.effectsOn(operation.kinds, target).filter(({ byNode }) => byNode);
}

function falseSuccesses(finished: Finished, results: readonly ItemResult[]): Problem[] {
  const { operation, platform, result, calm } = finished;
  // n8n passes the input on if a node failed or was canceled.
  if (result.error || isFalsified(platform.happened, operation)) return [];
  const isStirred = platform.happened.some(({ fault }) => fault.kind === 'foreignRun');
  const read = calm && !calm.error && !isStirred ? pairResults(finished, calm) : [];
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
 * If another client with the same login started the same job, and the response to the item's start was lost, nothing tells
 * the two runs apart. The option "If the Response Is Lost" is for such users.
 */
function isIndistinguishable({ operation, platform }: Finished, { target }: ChaosItem): boolean {
  const { world, happened } = platform;
  const hasTwin = world
    .effectsOn(operation.kinds, target)
    .some(({ byNode, author }) => !byNode && author === world.login);
  return hasTwin && isInDoubt(happened, target);
}

/** "Unknown type" is not a doubt: a platform that refuses a document says so. */
const SAYS_UNKNOWN =
  /not known|unknown(?! (?:type|field|argument)\b)|may (?:or may not )?have (?:been|taken|happened)/i;

const DENIES = /Nothing was (?:changed|created|deleted|deployed|made|sent|started|stored)/i;

const isNoChange = ({ route }: ChaosRequest) => !['mutation', 'upload', 'delete'].includes(route);

/** The failure names the change that was made. */
const SAYS_DONE =
  /\bresponded to the deletion|\b(?:was|were) (?:added|copied|created|deleted|made|rolled back|stored|updated)\b,? (?:but|and)|, but the result was not returned/i;

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
    // A failure of all items is reported for each item.
    const asked = isOfAll ? items : [item];
    // A later change of the item has the ID from the first change.
    const made = effects.flatMap(({ id }) => id ?? []);
    // The changes of one item may name different entities.
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
  // A deploy reports each of its changes separately.
  const deniesAll = mayHaveHappened === false && !operation.name.endsWith('.deploy');
  if (DENIES.test(failure) || deniesAll) {
    return [{ rule: 'denial', text: `item ${index} (${kinds}): ${shown}` }];
  }
  if (operation.isPartial || mayHaveHappened || SAYS_DONE.test(failure)) return [];
  // The failure names the ID of the entity that was made.
  if (effects.some(({ id }) => id !== undefined && failure.includes(id))) return [];
  if (platform.happened.some(({ fault }) => fault.kind === 'damage')) return [];
  return [{ rule: 'falseFailure', text: `item ${index}, ${kinds}: ${shown}` }];
}

function survival(finished: Finished, results: ItemResult[]): Problem[] {
  const { plan, operation, platform, result } = finished;
  // Operations that older platforms lack fail without a fault.
  if (plan.world.generation !== 'recent' || !isSurvivable(platform.happened, operation)) return [];
  const failed = results.find(({ failure }) => failure !== undefined);
  const text = failed?.failure ?? (result.error && spoken(result.error));
  return text === undefined
    ? []
    : [{ rule: 'survived', text: text.replace(/\s+/g, ' ').slice(0, 300) }];
}

/** Each item is put out: as often as the operation returns a change, or once as a failure. */
function pairing(finished: Finished, results: ItemResult[]): Problem[] {
  const { operation, result, calm, platform } = finished;
  const isRead = operation.kinds.length === 0;
  if (result.error || isFalsified(platform.happened) || (isRead && !calm)) return [];
  const calmly = calm ? pairResults(finished, calm) : [];
  const wrong = results.filter(({ index, succeeded, failure }) => {
    const count = succeeded.length + (failure === undefined ? 0 : 1);
    if (operation.kinds.length === 1) {
      return count !== (failure === undefined ? operation.itemsPerChange : 1);
    }
    return count === 0 && calmly[index]?.succeeded.length !== 0;
  });
  return wrong.slice(0, 3).map(({ index, succeeded }) => ({
    rule: 'pairing',
    text: `item ${index} came out ${succeeded.length} times`,
  }));
}
