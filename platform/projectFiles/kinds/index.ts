import {
  isEntityKind,
  type Doc,
  type Entry,
  type EntityKind,
  type GrantKind,
  type Reference,
} from '../tree';
import { app } from './app';
import type { EntityDefinition, GrantDefinition } from './definition';
import { job } from './job';
import { pipeline } from './pipeline';
import { right } from './right';
import { technology } from './allowedTechnology';
import { volume } from './volume';

export const ENTITIES: Readonly<Record<EntityKind, EntityDefinition>> = {
  volume,
  job,
  app,
  pipeline,
};

export const GRANTS: Readonly<Record<GrantKind, GrantDefinition>> = { technology, right };

/** Returns the jobs of a pipeline or the volumes of an app, each once. */
export function findReferences({ kind, doc }: Pick<Entry, 'kind' | 'doc'>): Reference[] {
  return (isEntityKind(kind) && ENTITIES[kind].listReferences?.(doc)) || [];
}

/** Sets a missing `isScheduled` to false if there is a cron expression. A schedule is active only if `isScheduled` is true. */
export function pauseImplicitSchedule(kind: EntityKind, doc: Doc): Doc {
  const hasSchedules = ENTITIES[kind].fields.some(({ path }) => path === 'isScheduled');
  const hasCron = typeof doc.cronScheduling === 'string' && doc.cronScheduling.trim() !== '';
  const isExplicit = typeof doc.isScheduled === 'boolean';
  return hasSchedules && hasCron && !isExplicit ? { ...doc, isScheduled: false } : doc;
}
