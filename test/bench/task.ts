import type { Measurement } from '../support/measured';
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

export type Sample = Measurement & Counters;

export interface Work {
  /** Is measured. Work in another process returns its own measures. */
  run(): Promise<void | Partial<Sample>>;
  /** @throws Error if the work was not done */
  check?(): Promise<void>;
}

/** Prepares the work. */
export type Side = (place: Place, amount: number) => Promise<Work>;

/** Is measured once in each round, by each side. */
export interface Case {
  latencyMs: number;
  amount: number;
}

export interface Task {
  name: string;
  title: string;
  cases: Case[];
  /** Unit of the amount, such as `files`, if the task shows how its cost grows. */
  unit?: string;
  /** Loads the code that the task uses. 0 only loads n8n's engine. */
  warmUpAmount: number;
  world?(amount: number): World;
  /** Differences of the world for warming up. */
  warmUpWorld?: World;
  /** Whether writes of one side, left in the disk's cache, would slow the next side down. */
  isDiskBound?: boolean;
  /** Default: 3. */
  rounds?: number;
  sides: Partial<Record<SideName, Side>>;
  /** HTTP Request would take too long for more. */
  maxForHttpRequest?: number;
  goals: Goal[];
}

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
