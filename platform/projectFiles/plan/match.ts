import { groupBy } from '../../text/values';
import { compareTexts } from '../files/stableJson';
import { GRANTS } from '../kinds';
import { currentEntries } from '../target/currentEntries';
import type { Snapshot } from '../target/snapshot';
import type { ProjectTree } from '../files/projectTree';
import {
  addIds,
  isEntityKind,
  KINDS,
  noIds,
  PART_OF,
  type Current,
  type Entry,
  type Ids,
  type Kind,
} from '../tree';
import type { KnownNames } from './resolve';

/** An entry of the files with the one on the target. */
export interface Match {
  wanted: Entry;
  current?: Current;
  /** The number of entries on the target with its name, if nothing says which one is meant. */
  candidateCount?: number;
}

export interface Matches {
  matches: Match[];
  /** Entries on the target that the files do not have. */
  others: Current[];
}

/** Whether an entity on the platform has the name of one in the files or, if the platform returns aliases, the alias. */
export function isSameEntity(
  { name, hasAlias, key }: Current,
  { name: wantedName, doc }: Pick<Entry, 'name' | 'doc'>,
): boolean {
  return name === wantedName || (hasAlias === true && key === doc.alias);
}

/** The entries of the files and of the target, kind by kind. */
export interface MatchedTree {
  kinds: Record<Kind, Matches>;
  /** All entries of the target but the project. */
  entries: TargetEntry[];
  /** The IDs of existing jobs and volumes, by the keys by which the files know them. */
  ids: Ids;
}

/** An entry on the target, with the key by which the files know it. */
export interface TargetEntry {
  key: string;
  current: Current;
}

/** Finds the entries of the files on the target. Kinds that the files do not describe have no matches. */
export function matchTree(
  tree: ProjectTree,
  snapshot: Snapshot,
  knownNames: KnownNames,
): MatchedTree {
  const matched: Array<[Kind, Matches]> = [];
  const entries: TargetEntry[] = [];
  const ids = noIds();
  for (const kind of KINDS) {
    const wanted = isIncluded(kind, tree) ? tree.entries[kind] : [];
    const current = currentEntries(kind, snapshot, ids);
    const matches = isEntityKind(kind)
      ? matchEntities(wanted, current)
      : matchByKey(wanted, current, knownNames);
    const ofKind = keysAfterMatching(wanted, current, matches);
    matched.push([kind, matches]);
    if (kind === 'project') continue;
    const known = current.map((one) => ({ key: ofKind.get(one.id) ?? one.key, current: one }));
    entries.push(...known);
    addIds(
      ids,
      kind,
      known.map(({ key, current: one }) => ({ ...one, key })),
    );
  }
  return { kinds: Object.fromEntries(matched) as MatchedTree['kinds'], entries, ids };
}

/** Whether the files describe a kind. Other kinds of the target are left alone. */
export function isIncluded(kind: Kind, { include }: ProjectTree): boolean {
  return kind === 'project' || include.includes(PART_OF[kind]);
}

/** Returns the keys of entries on the target by their IDs. Those that are none of the files keep theirs if it is free. */
function keysAfterMatching(
  wanted: readonly Entry[],
  current: readonly Current[],
  { matches }: Matches,
): Map<string, string> {
  const taken = new Set(wanted.map(({ key }) => key));
  const matched = new Map(matches.map((match) => [match.current, match.wanted.key]));
  return new Map(
    current.map((entry) => {
      const own = taken.has(entry.key) ? `${entry.key} (other)` : entry.key;
      return [entry.id, matched.get(entry) ?? own];
    }),
  );
}

/** Finds variables and rights by their names, and technologies by their IDs: their labels may differ on the target. */
function matchByKey(
  wanted: readonly Entry[],
  current: readonly Current[],
  knownNames: KnownNames,
): Matches {
  const keyOf = (entry: Entry) => {
    if (entry.kind !== 'technology') return entry.key;
    const resolved = GRANTS.technology.resolve(entry, knownNames);
    return 'id' in resolved ? resolved.id : undefined;
  };
  const byKey = new Map(
    current.map((entry) => [entry.kind === 'technology' ? entry.id : entry.key, entry]),
  );
  const matches = wanted.map((entry): Match => ({
    wanted: entry,
    current: byKey.get(keyOf(entry) ?? ''),
  }));
  const found = new Set(matches.map((match) => match.current));
  return { matches, others: current.filter((entry) => !found.has(entry)) };
}

/** Finds entities by alias, then by name. */
export function matchEntities(wanted: readonly Entry[], current: readonly Current[]): Matches {
  const left = new Set(current);
  const found = new Map<Entry, Current>();
  const take = (entry: Entry, taken: Current) => {
    found.set(entry, taken);
    left.delete(taken);
  };
  const byAlias = new Map(
    current.filter(({ hasAlias }) => hasAlias).map((entry) => [entry.key, entry]),
  );
  for (const entry of wanted) {
    const { alias } = entry.doc;
    const known = typeof alias === 'string' ? byAlias.get(alias) : undefined;
    if (known && left.has(known)) take(entry, known);
  }
  const candidateCounts = new Map<Entry, number>();
  const candidatesByName = groupBy(left, nameOf);
  const notFound = wanted.filter((entry) => !found.has(entry));
  for (const [name, ofName] of groupBy(notFound, nameOf)) {
    const [open, candidates] = [byKey(ofName), byKey(candidatesByName.get(name) ?? [])];
    if (candidates.length > open.length) {
      for (const entry of open) candidateCounts.set(entry, candidates.length);
      continue;
    }
    // Entities of one name are paired in the order of their keys.
    candidates.forEach((candidate, index) => {
      const entry = open.find(({ key }) => key === candidate.key) ?? open[index];
      if (entry && !found.has(entry)) take(entry, candidate);
    });
  }
  const matches = wanted.map((entry): Match => ({
    wanted: entry,
    current: found.get(entry),
    candidateCount: candidateCounts.get(entry),
  }));
  // An entity that may be meant is not extraneous.
  const ambiguous = new Set([...candidateCounts.keys()].map(({ name }) => name));
  return { matches, others: [...left].filter(({ name }) => !ambiguous.has(name)) };
}

const nameOf = ({ name }: Entry) => name;

function byKey<One extends { key: string }>(entries: readonly One[]): One[] {
  return [...entries].sort((one, other) => compareTexts(one.key, other.key));
}
