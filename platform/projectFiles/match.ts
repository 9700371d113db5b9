import type { Thing } from './model';
import { compareTexts } from './stableJson';
import type { PlacedThing } from './things';

/** A thing of the files beside the one on the platform that it stands for. */
export interface Match {
  wanted: Thing;
  present?: PlacedThing;
  /** So many things on the platform have its name, and nothing tells which one is meant. */
  takenBy?: number;
}

export interface Matches {
  matches: Match[];
  /** Things on the platform that the files do not name. */
  others: PlacedThing[];
}

/** Finds for each thing of the files the one on the platform: by alias where the platform tells one, then by name. */
export function matchThings(wanted: readonly Thing[], present: readonly PlacedThing[]): Matches {
  const left = new Set(present);
  const found = new Map<Thing, PlacedThing>();
  const take = (thing: Thing, placed: PlacedThing) => {
    found.set(thing, placed);
    left.delete(placed);
  };
  for (const thing of wanted) {
    const { alias } = thing.file;
    const byAlias = [...left].find(({ hasAlias, key }) => hasAlias && key === alias);
    if (byAlias) take(thing, byAlias);
  }
  const takenBy = new Map<Thing, number>();
  for (const name of new Set(wanted.map((thing) => thing.name))) {
    const open = byKey(wanted.filter((thing) => thing.name === name && !found.has(thing)));
    const candidates = byKey([...left].filter((placed) => placed.name === name));
    if (candidates.length > open.length) {
      for (const thing of open) takenBy.set(thing, candidates.length);
      continue;
    }
    // Things of one name stand in the order of their keys on both sides.
    candidates.forEach((placed, index) => {
      const thing = open.find(({ key }) => key === placed.key) ?? open[index];
      if (thing && !found.has(thing)) take(thing, placed);
    });
  }
  const matches = wanted.map((thing): Match => ({
    wanted: thing,
    present: found.get(thing),
    takenBy: takenBy.get(thing),
  }));
  // What may be meant is none of the others.
  const doubtful = new Set([...takenBy.keys()].map(({ name }) => name));
  return { matches, others: [...left].filter(({ name }) => !doubtful.has(name)) };
}

function byKey<T extends { key: string }>(things: T[]): T[] {
  return things.sort((one, other) => compareTexts(one.key, other.key));
}
