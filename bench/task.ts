import type { Measured } from '../harness/measured';
import type { Sample } from './sample';
import type { Counters } from './server/counters';
import type { Place } from './server/platform';
import type { World } from './server/world';

export const SIDES = {
  ours: 'This package',
  oursLocal: 'This package, local address',
  httpRequest: 'HTTP Request node, token pasted in',
  httpRequestLogin: 'HTTP Request node, predefined credential',
  httpRequestOurLogin: 'HTTP Request node, this package’s credential',
  graphql: 'GraphQL node, token pasted in',
  n8nNodes: 'HTTP Request and GraphQL nodes',
  bare: 'Bare undici loop, same connections',
  curl: 'curl',
} as const;

export type SideName = keyof typeof SIDES;

export interface Work {
  /** What is measured; work in a process of its own gives its own measures, that on a platform of its own its counters. */
  run(): Promise<void | Partial<Measured & Counters>>;
  /** Throws where the work was not done; not measured. */
  check?(): Promise<void>;
}

/** Prepares the work, so that it can start at once. */
export type Side = (place: Place, amount: number) => Promise<Work>;

/** What the processes of the sides do. */
export interface Exercise {
  name: string;
  amount: number;
  /** Enough to load the code that is used. */
  warmUpAmount: number;
  world?: World;
  /** What is different in the world that is warmed up in. */
  warmUpWorld?: World;
  /** Whether so much is written that what one side leaves in the disk's cache would slow the next one down. */
  isDiskBound?: boolean;
  sides: Partial<Record<SideName, Side>>;
}

/** All sides do the same work. Its name is what `npm run bench -- <name>` takes. */
export interface Task extends Exercise {
  title: string;
  latenciesMs: number[];
  goals: Goal[];
}

/** The medians of a task at one latency. */
export type Medians = Partial<Record<SideName, Sample>>;

/** What a goal looks at. */
export type Measures = Partial<Record<SideName, Partial<Sample>>>;

export interface Goal {
  text: string;
  latencyMs: number;
  /** Whether each round has to reach it, instead of the medians. Of a round, only the seconds are known. */
  isOfEachRound?: boolean;
  value(measures: Measures): number;
  least?: number;
  most?: number;
}
