import type { OnError } from 'n8n-workflow';
import { randomNumbers } from '../support/random';
import { oneOf, randomFault, type Fault } from './faults/fault';
import { OPERATIONS, type ChaosOperation } from './operations';
import type { WorldOptions } from './world';

/** Random choices of a sequence. */
export interface Plan {
  seed: number;
  operation: ChaosOperation;
  items: number;
  /** Whether all items are about the same entity. */
  isShared: boolean;
  onError: OnError;
  /** 1 without Retry On Fail. */
  tries: number;
  faults: Fault[];
  cancelAfterMs?: number;
  world: WorldOptions;
}

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

export function drawPlan(seed: number): Plan {
  // Random numbers of neighboring seeds begin alike.
  const random = randomNumbers(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995);
  random();
  const world: WorldOptions = {
    random: randomNumbers(Math.floor(random() * 2 ** 31)),
    generation: random() < 0.3 ? 'middle' : 'recent',
    recordsSkewMs: skew(random),
    headerSkewMs: skew(random),
    catalogAddress: oneOf(random, ['technology', 'gateway'] as const),
  };
  const operation = oneOf(random, OPERATIONS);
  const count = itemCount(random);
  const most = operation.name.startsWith('project.') ? 5 : Infinity;
  const items = operation.call.items?.length ?? Math.min(most, count);
  return {
    seed,
    operation,
    items,
    isShared: operation.name.includes('.run') && random() < 0.15,
    onError: oneOf(random, ON_ERROR),
    tries: random() < 0.3 ? 2 + Math.floor(random() * 2) : 1,
    faults: Array.from({ length: faultCount(random) }, () =>
      randomFault(random, operation.routes, items),
    ),
    cancelAfterMs: random() < 0.12 ? Math.floor(random() ** 2 * 1_500) : undefined,
    world,
  };
}

/** A sequence without faults shows errors of the harness. */
function faultCount(random: () => number): number {
  return oneOf(random, [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4]);
}

function itemCount(random: () => number): number {
  const roll = random();
  if (roll < 0.13) return 50;
  return roll < 0.25 ? 2 + Math.floor(random() * 4) : 1;
}

function skew(random: () => number): number {
  return random() < 0.8 ? 0 : oneOf(random, [-90_000, 90_000, -3_600_000, 3_600_000]);
}

export function describePlan({ operation, items, onError, tries, ...plan }: Plan): string {
  const { generation, recordsSkewMs, headerSkewMs } = plan.world;
  const parts = [
    `${operation.node} ${operation.name} ${operation.call.of ?? ''}`,
    `${items} item(s)${plan.isShared ? ' about one entity' : ''}`,
    onError,
    ...(tries > 1 ? [`${tries} tries`] : []),
    generation,
    ...(recordsSkewMs ? [`records ${recordsSkewMs} ms off`] : []),
    ...(headerSkewMs ? [`Date ${headerSkewMs} ms off`] : []),
    ...(plan.cancelAfterMs === undefined ? [] : [`cancelled after ${plan.cancelAfterMs} ms`]),
  ];
  const faults = plan.faults.map((fault) => `    ${JSON.stringify(fault)}`);
  return [`  ${parts.join(', ')}`, ...faults].join('\n');
}
