import type { Run } from '../../runs/read/run';
import type { EventParent } from '../event';
import type { AbsenceEventName } from './rules';

/** Something that did not happen, or that went well again. Times are epoch milliseconds of the platform's clock. */
export interface AbsenceEvent {
  event: AbsenceEventName;
  parent: EventParent;
  /** Orders it among the events of runs. */
  atMs: number;
  /** When it should have happened; of the latest, where there are several. */
  dueAtMs?: number;
  /** When it was found out. */
  detectedAtMs: number;
  /** How many events of this kind this one stands for: itself, and those before it that no poll was there to report. */
  missed: number;
  /** The run that takes too long, or the one that succeeded. */
  run?: Run;
  /** Of the runs that succeeded before; undefined where too few did. */
  usualMs?: number;
  /** What had happened before it recovered: failures, misses and deadlines … */
  failures?: number;
  /** … since then. */
  sinceMs?: number;
  /** When the latest success ended, as far as it is known. */
  lastSuccessMs?: number;
}
