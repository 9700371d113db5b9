import type { Measured } from '../support/measured';
import type { Counters, Place, World } from './server/platform';

export const SIDES = {
  ours: 'This package',
  earlier: 'An earlier package',
  httpRequest: 'HTTP Request node, token pasted in',
  httpRequestLogin: 'HTTP Request node, predefined credential',
  graphql: 'GraphQL node, token pasted in',
  n8nNodes: 'HTTP Request and GraphQL nodes',
  bare: 'Bare undici loop',
  curl: 'curl',
} as const;

export type SideName = keyof typeof SIDES;
export const SIDE_NAMES = Object.keys(SIDES) as SideName[];

/** One side of one task, done once. */
export type Sample = Measured & Counters;

export interface Work {
  /** What is measured; work in a process of its own returns its own measures. */
  run(): Promise<void | Partial<Sample>>;
  /** Throws if the work was not done; not measured. */
  check?(): Promise<void>;
}

/** Prepares the work, so that it can start at once. */
export type Side = (place: Place, amount: number) => Promise<Work>;

/** What is measured once in each round, by each side. */
export interface Case {
  latencyMs: number;
  amount: number;
}

/** All sides do the same work. */
export interface Task {
  /** As `npm run bench -- <name>` takes it. */
  name: string;
  title: string;
  cases: Case[];
  /** Of a task that is done in several sizes, to show how its cost grows: what is counted, as `files`. */
  unit?: string;
  /** Enough to load the code that is used; 0 loads no more than n8n's engine. */
  warmUpAmount: number;
  /** What the platform holds for an amount of work. */
  world?(amount: number): World;
  /** What is different in the world that is warmed up in. */
  warmUpWorld?: World;
  /** Whether so much is written that what one side leaves in the disk's cache would slow the next one down. */
  isDiskBound?: boolean;
  /** Where not as many as are usual: one round takes long, or sizes are compared, which says more than another round. */
  rounds?: number;
  sides: Partial<Record<SideName, Side>>;
  /** The largest amount that HTTP Request gets; more takes too long. */
  maxForHttpRequest?: number;
  goals: Goal[];
}

/** A case for each latency. */
export function atLatencies(amount: number, ...latenciesMs: number[]): Case[] {
  return latenciesMs.map((latencyMs) => ({ latencyMs, amount }));
}

export interface MeasuredCase extends Case {
  medians: Partial<Record<SideName, Sample>>;
}

export interface Goal {
  text: string;
  value(cases: readonly MeasuredCase[]): number;
  min?: number;
  max?: number;
}
