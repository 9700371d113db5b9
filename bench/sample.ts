import type { Counters } from './server/counters';
import type { Measured } from '../harness/measured';

/** One side of one task, done once. */
export type Sample = Measured & Counters;
