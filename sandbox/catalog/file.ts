import { createHash } from 'node:crypto';
import { isObject } from '../http/body';
import {
  TECHNOLOGY_KINDS,
  TRUST_LEVELS,
  type Context,
  type Technology,
} from '../store/catalog/technology';

/** A technology of a repository's file; what it leaves out stays as it was, or is empty. */
export type TechnologyInFile = Omit<Technology, 'id' | 'repositoryId' | 'lastUpdate'>;

/**
 * The technologies of a repository's file: `{ "technologies": [{ "technologyId", "label", "kind", "contexts", … }] }`.
 * Throws an Error that says what is wrong.
 */
export function technologiesIn(text: string): TechnologyInFile[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON');
  }
  if (!isObject(content) || !Array.isArray(content.technologies)) {
    throw new Error('The file must hold an object with a list technologies');
  }
  const technologies = content.technologies.map(technologyFrom);
  const names = technologies.map(({ technologyId }) => technologyId);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The technology ${twice} is there twice`);
  return technologies;
}

/** The id of a technology: the same for each synchronization of a repository. */
export function idOf(repositoryId: string, technologyId: string): string {
  const hash = createHash('sha256').update(`${repositoryId}/${technologyId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

function technologyFrom(value: unknown, index: number): TechnologyInFile {
  const where = `Technology ${index + 1}`;
  if (!isObject(value)) throw new Error(`${where} is not an object`);
  const technologyId = text(value.technologyId, `${where}: technologyId`);
  const contexts = Array.isArray(value.contexts) ? value.contexts : [];
  return {
    kind: oneOf(TECHNOLOGY_KINDS, value.kind ?? 'JobTechnology', `${where}: kind`),
    technologyId,
    label: text(value.label ?? technologyId, `${where}: label`),
    description: optional(value.description),
    available: value.available !== false,
    facets: Array.isArray(value.facets) ? value.facets.map(String) : [],
    contexts: contexts.map((context, number) =>
      contextFrom(context, `${where}, context ${number + 1}`),
    ),
  };
}

function contextFrom(value: unknown, where: string): Context {
  if (!isObject(value)) throw new Error(`${where} is not an object`);
  const id = text(value.id, `${where}: id`);
  return {
    id,
    label: text(value.label ?? id, `${where}: label`),
    available: value.available !== false,
    description: optional(value.description),
    recommended: value.recommended === true,
    trustLevel: oneOf(TRUST_LEVELS, value.trustLevel ?? 'Stable', `${where}: trustLevel`),
    dockerImage: optional(value.dockerImage),
    sparkVersion: optional(value.sparkVersion),
    ports: Array.isArray(value.ports) ? value.ports.map(Number).filter(Number.isInteger) : [],
  };
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${where} must be a text`);
  return value;
}

function optional(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function oneOf<T extends string>(values: readonly T[], value: unknown, where: string): T {
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) throw new Error(`${where} must be one of ${values.join(', ')}`);
  return known;
}
