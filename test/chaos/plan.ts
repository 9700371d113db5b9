import type { OnError } from 'n8n-workflow';
import { randomNumbers } from '../support/random';
import { oneOf, randomAccident, type Accident } from './accidents/accident';
import { OPERATIONS, type ChaosOperation } from './operations';
import { TRIGGERS, type ChaosTrigger } from './triggers';
import type { WorldOptions } from './world';

/** Everything about a sequence that is up to chance; the same for the same seed. */
export interface Plan {
  seed: number;
  /** One of the two. */
  operation?: ChaosOperation;
  trigger?: ChaosTrigger;
  items: number;
  /** All items are about the same entity. */
  isShared: boolean;
  /** The last of several items has nothing in the fields in which they differ, so that it is refused. */
  hasRefused: boolean;
  onError: OnError;
  /** How often n8n tries; 1 without Retry On Fail. */
  tries: number;
  accidents: Accident[];
  /** When the execution is cancelled, in milliseconds after its start. */
  cancelAfterMs?: number;
  world: WorldOptions;
}

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
/** So many sequences of a hundred poll a trigger. */
const TRIGGER_SHARE = 0.06;

export function planOf(seed: number): Plan {
  // The numbers of neighbouring seeds begin alike.
  const random = randomNumbers(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995);
  random();
  const world: WorldOptions = {
    random: randomNumbers(Math.floor(random() * 2 ** 31)),
    generation: random() < 0.3 ? 'middle' : 'recent',
    recordsSkewMs: skew(random),
    headerSkewMs: skew(random),
    ignoresSkip: random() < 0.05,
    listing: random() < 0.004 ? oneOf(random, ['cyclic', 'self'] as const) : 'plain',
    catalogAddress: oneOf(random, ['technology', 'gateway'] as const),
  };
  const roll = random();
  const trigger = roll < TRIGGER_SHARE ? oneOf(random, TRIGGERS) : undefined;
  const operation = trigger ? undefined : oneOf(random, OPERATIONS);
  const count = operation?.name.startsWith('project.')
    ? Math.min(5, itemCount(random))
    : itemCount(random);
  const items = operation?.call.items?.length ?? count;
  const isShared = operation?.name.includes('.run') === true && random() < 0.15;
  const routes = trigger?.routes ?? operation?.routes ?? [];
  return {
    seed,
    operation,
    trigger,
    items,
    isShared,
    hasRefused: !isShared && items > 1 && random() < 0.3,
    onError: oneOf(random, ON_ERROR),
    tries: random() < 0.3 ? 2 + Math.floor(random() * 2) : 1,
    accidents: Array.from({ length: accidentCount(random) }, () =>
      randomAccident(random, routes, items),
    ),
    cancelAfterMs: random() < 0.12 ? Math.floor(random() ** 2 * 1_500) : undefined,
    world,
  };
}

/** One to four, and none now and then: what fails then is no accident's fault. */
function accidentCount(random: () => number): number {
  return oneOf(random, [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4]);
}

function itemCount(random: () => number): number {
  const roll = random();
  if (roll < 0.13) return 50;
  return roll < 0.25 ? 2 + Math.floor(random() * 4) : 1;
}

/** Most clocks are right. */
function skew(random: () => number): number {
  return random() < 0.8 ? 0 : oneOf(random, [-90_000, 90_000, -3_600_000, 3_600_000]);
}

/** A sequence in words. */
export function describePlan({ operation, trigger, items, onError, tries, ...plan }: Plan): string {
  const { generation, recordsSkewMs, headerSkewMs, ignoresSkip, listing } = plan.world;
  const parts = [
    operation
      ? `${operation.node} ${operation.name} ${operation.call.of ?? ''}`
      : `trigger ${trigger?.name}`,
    `${items} item(s)${plan.isShared ? ' about one entity' : ''}${plan.hasRefused ? ', the last one empty' : ''}`,
    onError,
    ...(tries > 1 ? [`${tries} tries`] : []),
    generation,
    ...(recordsSkewMs ? [`records ${recordsSkewMs} ms off`] : []),
    ...(headerSkewMs ? [`Date ${headerSkewMs} ms off`] : []),
    ...(ignoresSkip ? ['ignores skip'] : []),
    ...(listing === 'plain' ? [] : [`listing ${listing}`]),
    ...(plan.cancelAfterMs === undefined ? [] : [`cancelled after ${plan.cancelAfterMs} ms`]),
  ];
  const accidents = plan.accidents.map((accident) => `    ${JSON.stringify(accident)}`);
  return [`  ${parts.join(', ')}`, ...accidents].join('\n');
}
