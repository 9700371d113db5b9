import { excerpt } from '../../common/text/text';
import { groupBy } from '../../common/text/values';
import type { ProjectTree } from '../files/projectTree';
import { compareTexts } from '../files/stableJson';
import { ENTITIES, GRANTS } from '../kinds';
import { toCurrentEntries } from '../target/currentEntries';
import type { Snapshot } from '../target/snapshot';
import {
  addIds,
  indexById,
  type CurrentEntry,
  createListsByKind,
  type Entry,
  type Ids,
  isEntityKind,
  type Kind,
  KINDS,
  createIds,
  PART_OF,
} from '../tree';
import { findDifferences } from './compare';
import { block, createStep, type Step } from './step';
import type { KnownNames } from './resolve';

interface MatchedTree {
  /**
   * A step for each entry of the files, then for each entry that only the target has. Parts that are not included have no steps.
   * If it is unclear which entry of the target the files mean, the possible ones have no step.
   */
  steps: Record<Kind, Step[]>;
  /** The entries of the target except the project, with their keys in the files. */
  entries: CurrentEntry[];
  /** The IDs of existing jobs and volumes, by their keys in the files. */
  ids: Ids;
}

export function matchTree(
  tree: ProjectTree,
  snapshot: Snapshot,
  knownNames: KnownNames,
): MatchedTree {
  const steps = createListsByKind<Step>();
  const entries: CurrentEntry[] = [];
  const ids = createIds();
  for (const kind of KINDS) {
    const isIncluded = kind === 'project' || tree.include.includes(PART_OF[kind]);
    const wanted = isIncluded ? tree.entries[kind] : [];
    const current = toCurrentEntries(kind, snapshot, ids);
    const ofKind = matchKind(kind, wanted, current, knownNames);
    if (isIncluded) steps[kind] = ofKind;
    adoptKeysOfFiles(wanted, current, ofKind);
    addIds(ids, kind, current);
    if (kind !== 'project') entries.push(...current);
  }
  return { steps, entries, ids };
}

function matchKind(
  kind: Kind,
  wanted: readonly Entry[],
  current: readonly CurrentEntry[],
  knownNames: KnownNames,
): Step[] {
  if (isEntityKind(kind)) return matchEntities(wanted, current);
  if (kind === 'project') return toSteps(wanted, current, () => current[0]);
  if (kind === 'variable') return matchVariables(wanted, current);
  const currentById = indexById(current);
  return toSteps(wanted, current, (entry) => {
    const resolved = GRANTS[kind].resolve(entry, knownNames);
    return 'id' in resolved ? currentById.get(resolved.id) : undefined;
  });
}

/** Gives matched entries of the target their keys in the files. Others keep their keys, with a suffix if a file has the key. */
function adoptKeysOfFiles(
  wanted: readonly Entry[],
  current: readonly CurrentEntry[],
  steps: readonly Step[],
): void {
  const keysInFiles = new Set(wanted.map(({ key }) => key));
  const matchedKeys = new Map(steps.map((step) => [step.current, step.wanted?.key]));
  for (const entry of current) {
    const own = keysInFiles.has(entry.key) ? `${entry.key} (other)` : entry.key;
    entry.key = matchedKeys.get(entry) ?? own;
  }
}

function toSteps(
  wanted: readonly Entry[],
  current: Iterable<CurrentEntry>,
  find: (entry: Entry) => CurrentEntry | undefined,
): Step[] {
  const steps = wanted.map((entry) => createStep(entry, { wanted: entry, current: find(entry) }));
  const found = new Set(steps.map((step) => step.current));
  const others = [...current].filter((entry) => !found.has(entry));
  return [...steps, ...others.map((entry) => createStep(entry, { current: entry }))];
}

export function matchVariables(wanted: readonly Entry[], current: readonly CurrentEntry[]): Step[] {
  // The ID of a variable is its name.
  const byName = indexById(current);
  return toSteps(wanted, byName.values(), ({ name }) => byName.get(name));
}

/**
 * Matches entities by alias, and the others by name. Entities with the same name are matched by key, then by content, then in the
 * order of keys. If the target has more of them than the files, it is unclear which ones the files mean, so the steps for these
 * entities of the files are blocked.
 */
export function matchEntities(wanted: readonly Entry[], current: readonly CurrentEntry[]): Step[] {
  const unmatched = new Set(current);
  const matches = new Map<Entry, CurrentEntry>();
  const match = (entry: Entry, matched: CurrentEntry) => {
    matches.set(entry, matched);
    unmatched.delete(matched);
  };
  const byAlias = new Map(
    current.filter(({ isAliasReturned }) => isAliasReturned).map((entry) => [entry.key, entry]),
  );
  for (const entry of wanted) {
    const { alias } = entry.doc;
    const candidate = typeof alias === 'string' ? byAlias.get(alias) : undefined;
    if (candidate && unmatched.has(candidate)) match(entry, candidate);
  }
  const candidateCounts = new Map<string, number>();
  const candidatesByName = groupBy(unmatched, ({ name }) => name);
  const notMatched = wanted.filter((entry) => !matches.has(entry));
  for (const [name, ofName] of groupBy(notMatched, ({ name }) => name)) {
    const [entries, candidates] = [sortByKey(ofName), sortByKey(candidatesByName.get(name) ?? [])];
    if (candidates.length > entries.length) {
      candidateCounts.set(name, candidates.length);
      continue;
    }
    for (const isPair of [hasSameKey, hasSameContent, () => true]) {
      for (const candidate of candidates.filter((entry) => unmatched.has(entry))) {
        const pair = entries.find((entry) => !matches.has(entry) && isPair(entry, candidate));
        if (pair) match(pair, candidate);
      }
    }
  }
  // Any of these candidates may be the entity in the files, so none gets a step, which could delete it.
  const notCandidates = current.filter(
    (entry) => !unmatched.has(entry) || !candidateCounts.has(entry.name),
  );
  const steps = toSteps(wanted, notCandidates, (entry) => matches.get(entry));
  for (const step of steps) {
    const count = candidateCounts.get(step.name);
    if (count === undefined || !step.wanted || step.current) continue;
    step.isAmbiguous = true;
    const why = `${count} entries named "${excerpt(step.name)}" on the target may be this one.`;
    const hasAlias = isEntityKind(step.kind) && ENTITIES[step.kind].hasAlias;
    block(step, `${why} Use different names${hasAlias ? ' or aliases' : ''} for them.`);
  }
  return steps;
}

/** A derived key does not identify an entity, because entities of the same name are numbered in the order of their content. */
function hasSameKey({ key }: Entry, current: CurrentEntry): boolean {
  return current.isAliasReturned === true && key === current.key;
}

function hasSameContent(entry: Entry, current: CurrentEntry): boolean {
  return isEntityKind(entry.kind) && findDifferences(entry.kind, entry, current).length === 0;
}

export function hasSameNameOrAlias(
  { name, isAliasReturned, key }: CurrentEntry,
  { name: wantedName, doc }: Pick<Entry, 'name' | 'doc'>,
): boolean {
  return name === wantedName || (isAliasReturned === true && key === doc.alias);
}

function sortByKey<T extends { key: string }>(entries: readonly T[]): T[] {
  return [...entries].sort((one, other) => compareTexts(one.key, other.key));
}
