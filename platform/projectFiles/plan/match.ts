import { compareTexts } from '../files/stableJson';
import { isEntityKind, type Current, type Entry } from '../tree';

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

/** Finds each entry of the files on the target: entities by alias, then by name; variables and rights by name. */
export function matchEntries(wanted: readonly Entry[], current: readonly Current[]): Matches {
  const [first] = [...wanted, ...current];
  if (first && isEntityKind(first.kind)) return matchEntities(wanted, current);
  const byKey = new Map(current.map((entry) => [entry.key, entry]));
  const keys = new Set(wanted.map(({ key }) => key));
  return {
    matches: wanted.map((entry) => ({ wanted: entry, current: byKey.get(entry.key) })),
    others: current.filter(({ key }) => !keys.has(key)),
  };
}

function matchEntities(wanted: readonly Entry[], current: readonly Current[]): Matches {
  const left = new Set(current);
  const found = new Map<Entry, Current>();
  const take = (entry: Entry, taken: Current) => {
    found.set(entry, taken);
    left.delete(taken);
  };
  const byAlias = new Map(
    current.flatMap((entry) => (entry.hasAlias ? [[entry.key, entry] as const] : [])),
  );
  for (const entry of wanted) {
    const { alias } = entry.doc;
    const known = typeof alias === 'string' ? byAlias.get(alias) : undefined;
    if (known && left.has(known)) take(entry, known);
  }
  const candidateCounts = new Map<Entry, number>();
  const candidatesByName = byName(left);
  for (const [name, ofName] of byName(wanted.filter((entry) => !found.has(entry)))) {
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

function byName<One extends { name: string }>(entries: Iterable<One>): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const entry of entries) {
    const known = groups.get(entry.name);
    if (known) known.push(entry);
    else groups.set(entry.name, [entry]);
  }
  return groups;
}

function byKey<One extends { key: string }>(entries: readonly One[]): One[] {
  return [...entries].sort((one, other) => compareTexts(one.key, other.key));
}
