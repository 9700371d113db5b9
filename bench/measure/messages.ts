import type { Counters } from '../server/counters';
import type { Place } from '../server/platform';
import type { SideName } from '../task';
import type { Measured } from '../../harness/measured';

/** What a side's process is to do. */
export interface SideOrder {
  exercise: string;
  side: SideName;
  place: Place;
  warmUpPlace: Place;
}

/** What it says: that it is ready or done, what it measured, or what failed. */
export interface SideMessage {
  measured?: Measured & Partial<Counters>;
  failure?: string;
}
