import { readAbsence, type AbsenceState } from './absence/state';
import { ABSENCE_EVENTS, type RuleKeys } from './absence/rules';
import { fieldsOf, isObject } from '../text/values';
import type { RunKind } from '../runs/kinds';

/** What a trigger knows of one job or pipeline. */
export interface ParentState {
  /** Every run up to this number is either over or in `open`. */
  lastNumber: number;
  /** Runs that have not ended, by ID. */
  open: ReadonlyMap<string, OpenRun>;
  /** Where its absence is watched. */
  absence?: AbsenceState;
}

interface OpenRun {
  /** Whether its start was reported. */
  isStarted: boolean;
  /** How many polls in a row have found that the platform has lost sight of it. */
  lostPolls: number;
}

/** What holds for everything whose absence is watched. */
export interface AbsenceWatch {
  rules: RuleKeys;
}

/**
 * What a trigger knows from one poll to the next. Everything that happened before it was made is accounted for; everything
 * later can be found on the platform again, so a state that is lost costs nothing as long as an older one is there.
 */
export interface WatchState {
  /** What it was made for, see `watchKey`. */
  watched: string;
  /** The time of the latest event that was seen, by the platform's clock. */
  latestMs: number;
  /** By the ID of the job or pipeline. */
  parents: ReadonlyMap<string, ParentState>;
  /** What was chosen and is not on the platform. */
  missing: readonly string[];
  absence?: AbsenceWatch;
}

/** The form in which a state is stored, as small as can be: a number alone for what has no open runs. */
interface StoredState {
  watched: string;
  latestMs: number;
  parents: Record<string, StoredParent>;
  missing?: string[];
  absence?: AbsenceWatch;
}

/** By run: 1 if its start was reported, and 2 for each poll that found it lost. */
type StoredOpen = Record<string, number>;
type StoredParent =
  | number
  | [lastNumber: number, open: StoredOpen]
  | [lastNumber: number, open: StoredOpen | 0, absence: AbsenceState];

export function storedForm(state: WatchState): StoredState {
  const { watched, latestMs, parents, missing, absence } = state;
  return {
    watched,
    latestMs,
    parents: Object.fromEntries([...parents].map(([id, parent]) => [id, storedParent(parent)])),
    ...(missing.length > 0 && { missing: [...missing] }),
    ...(absence && { absence }),
  };
}

function storedParent({ lastNumber, open, absence }: ParentState): StoredParent {
  if (open.size === 0) return absence ? [lastNumber, 0, absence] : lastNumber;
  const runs = [...open].map(
    ([runId, { isStarted, lostPolls }]) => [runId, (isStarted ? 1 : 0) + 2 * lostPolls] as const,
  );
  const stored = Object.fromEntries(runs);
  return absence ? [lastNumber, stored, absence] : [lastNumber, stored];
}

/** Reads what was stored; undefined for nothing and for what is no state, as that of an unknown version. */
export function readWatchState(stored: unknown): WatchState | undefined {
  const { watched, latestMs, parents, missing, absence } = fieldsOf(stored);
  if (typeof watched !== 'string' || !isCount(latestMs) || !isObject(parents)) return undefined;
  const read = Object.entries(parents).map(([id, entry]) => [id, readParent(entry)] as const);
  if (read.some(([, parent]) => parent === undefined)) return undefined;
  return {
    watched,
    latestMs,
    parents: new Map(read as Array<[string, ParentState]>),
    missing: Array.isArray(missing) ? missing.filter((id) => typeof id === 'string') : [],
    ...withAbsence(absence),
  };
}

function withAbsence(stored: unknown): { absence?: AbsenceWatch } {
  const { rules } = fieldsOf(stored);
  if (!isObject(rules)) return {};
  const known = Object.entries(rules).filter(
    ([name, key]) =>
      (ABSENCE_EVENTS as readonly string[]).includes(name) && typeof key === 'string',
  );
  return { absence: { rules: Object.fromEntries(known) } };
}

function readParent(entry: unknown): ParentState | undefined {
  const [lastNumber, stored, storedState] = (
    Array.isArray(entry) ? entry : [entry, 0]
  ) as unknown[];
  const open = stored === 0 ? {} : stored;
  if (!isCount(lastNumber) || !isObject(open)) return undefined;
  const absence = readAbsence(storedState);
  const runs = Object.entries(open).map(([runId, value]) => {
    const code = isCount(value) ? value : 0;
    return [runId, { isStarted: code % 2 === 1, lostPolls: Math.floor(code / 2) }] as const;
  });
  return { lastNumber, open: new Map(runs), ...(absence && { absence }) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** What a trigger watches: the jobs or pipelines of a project, or of all projects; all of them or those that were chosen. */
export interface Watch {
  kind: RunKind;
  /** Undefined for all projects. */
  projectId: string | undefined;
  /** Empty for all. */
  ids: readonly string[];
}

/** The same for two watches of the same things, whatever the order they were chosen in. */
export function watchKey({ kind, projectId, ids }: Watch): string {
  return [kind.noun, projectId ?? 'all', ...[...new Set(ids)].sort()].join(' ');
}
