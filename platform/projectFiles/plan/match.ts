import { excerpt } from '../../common/text/text';
import { groupBy } from '../../common/text/values';
import type { ProjectTree } from '../files/projectTree';
import { compareTexts } from '../files/stableJson';
import { GRANTS } from '../kinds';
import { toCurrentEntries } from '../target/currentEntries';
import type { Snapshot } from '../target/snapshot';
import {
  addIds,
  indexById,
  type CurrentEntry,
  createEmptyTree,
  type Entry,
  type Ids,
  isEntityKind,
  type Kind,
  KINDS,
  createIds,
  PART_OF,
} from '../tree';
import { block, createStep, type Step } from './step';
import type { KnownNames } from './resolve';

interface MatchedTree {
  /** A step for each entry of the files, then for each other one of the target; none for parts that are not included. */
  steps: Record<Kind, Step[]>;
  /** All entries of the target but the project, with their keys in the files. */
  entries: CurrentEntry[];
  /** The IDs of existing jobs and volumes by these keys. */
  ids: Ids;
}

export function matchTree(
  tree: ProjectTree,
  snapshot: Snapshot,
  knownNames: KnownNames,
): MatchedTree {
  const steps = createEmptyTree<Step>();
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
  const known = indexById(current);
  return toSteps(wanted, current, (entry) => {
    const resolved = GRANTS[kind].resolve(entry, knownNames);
    return 'id' in resolved ? known.get(resolved.id) : undefined;
  });
}

/** Gives entries of the target their keys in the files. The others keep their own if no file has them. */
function adoptKeysOfFiles(
  wanted: readonly Entry[],
  current: readonly CurrentEntry[],
  steps: readonly Step[],
): void {
  const taken = new Set(wanted.map(({ key }) => key));
  const keyInFiles = new Map(steps.map((step) => [step.current, step.wanted?.key]));
  for (const entry of current) {
    const own = taken.has(entry.key) ? `${entry.key} (other)` : entry.key;
    entry.key = keyInFiles.get(entry) ?? own;
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
  const known = indexById(current);
  return toSteps(wanted, known.values(), ({ name }) => known.get(name));
}

/** Finds entities by alias, then by name. If the target has more of one name than the files, their steps are blocked. */
export function matchEntities(wanted: readonly Entry[], current: readonly CurrentEntry[]): Step[] {
  const left = new Set(current);
  const found = new Map<Entry, CurrentEntry>();
  const take = (entry: Entry, taken: CurrentEntry) => {
    found.set(entry, taken);
    left.delete(taken);
  };
  const byAlias = new Map(
    current.filter(({ isAliasReturned }) => isAliasReturned).map((entry) => [entry.key, entry]),
  );
  for (const entry of wanted) {
    const { alias } = entry.doc;
    const known = typeof alias === 'string' ? byAlias.get(alias) : undefined;
    if (known && left.has(known)) take(entry, known);
  }
  const candidateCounts = new Map<string, number>();
  const candidatesByName = groupBy(left, ({ name }) => name);
  const notFound = wanted.filter((entry) => !found.has(entry));
  for (const [name, ofName] of groupBy(notFound, ({ name }) => name)) {
    const [open, candidates] = [byKey(ofName), byKey(candidatesByName.get(name) ?? [])];
    if (candidates.length > open.length) {
      candidateCounts.set(name, candidates.length);
      continue;
    }
    // Entities of one name are paired by key, otherwise in the order of their keys.
    candidates.forEach((candidate, index) => {
      const entry = open.find(({ key }) => key === candidate.key) ?? open[index];
      if (entry && !found.has(entry)) take(entry, candidate);
    });
  }
  // A candidate is not extraneous.
  const known = current.filter((entry) => !left.has(entry) || !candidateCounts.has(entry.name));
  const steps = toSteps(wanted, known, (entry) => found.get(entry));
  for (const step of steps) {
    const count = candidateCounts.get(step.name);
    if (count === undefined || !step.wanted || step.current) continue;
    step.isAmbiguous = true;
    const why = `The target has ${count} entries named "${excerpt(step.name)}".`;
    block(step, `${why} Use different names or aliases for them.`);
  }
  return steps;
}

export function isSameEntity(
  { name, isAliasReturned, key }: CurrentEntry,
  { name: wantedName, doc }: Pick<Entry, 'name' | 'doc'>,
): boolean {
  return name === wantedName || (isAliasReturned === true && key === doc.alias);
}

function byKey<One extends { key: string }>(entries: readonly One[]): One[] {
  return [...entries].sort((one, other) => compareTexts(one.key, other.key));
}
