import { GRAPH, hasGraph } from '../kinds/graph';
import type { FileShape } from '../../resources/entityFields';
import { ownValue } from '../../common/text/names';
import { entriesOf, fieldsOf, isObject, textOf, valueAt } from '../../common/text/values';
import { deriveAlias, assignUniqueNames } from '../files/names';
import { toCanonicalText, compareTexts, removeEmpty } from '../files/stableJson';
import { ENTITIES, GRANTS, pauseImplicitSchedule } from '../kinds';
import type { KeyFinder } from '../kinds/definition';
import type { FieldOfEntity } from '../kinds/fields';
import { getCurrentVersion, findEntityTechnology, findUnlistedCredentials } from '../kinds/shared';
import { toCurrentVariables } from '../kinds/variable';
import {
  indexById,
  type CurrentEntry,
  type Doc,
  type EntityKind,
  type Ids,
  isEntityKind,
  type Kind,
} from '../tree';
import { identifyPackage } from './packageHashes';
import type { RawEntity, Snapshot } from './snapshot';

/** Turns what the platform returned into entries of a kind. @param ids of the entities that they may refer to */
export function toCurrentEntries(kind: Kind, snapshot: Snapshot, ids: Ids): CurrentEntry[] {
  if (isEntityKind(kind)) return toCurrentEntities(kind, snapshot, keyFinder(ids));
  if (kind === 'variable') return toCurrentVariables(snapshot.variables.get(snapshot.id));
  if (kind !== 'project') {
    const list = GRANTS[kind].inFiles(snapshot.grants?.get(kind) ?? [], snapshot);
    return [...indexById(list).values()].sort((one, other) => compareTexts(one.name, other.name));
  }
  const { id, name, description } = snapshot;
  if (id === '') return [];
  const doc = description === undefined ? {} : { description };
  return [{ kind, key: '', name, doc, variables: [], id, notReturned: [] }];
}

/** The key of an entity that the platform does not list. Without it, the reference would be lost silently. */
const NOT_LISTED = '(not listed)';

function keyFinder(ids: Ids): KeyFinder {
  const keysById = (keys: ReadonlyMap<string, string>) =>
    new Map([...keys].map(([key, id]) => [id, key]));
  const keys = { job: keysById(ids.job), volume: keysById(ids.volume) };
  return (kind, named) => {
    const id = textOf(fieldsOf(named).id);
    return (id === undefined ? undefined : keys[kind].get(id)) ?? id ?? NOT_LISTED;
  };
}

function toCurrentEntities(kind: EntityKind, snapshot: Snapshot, keyOf: KeyFinder): CurrentEntry[] {
  const entities = snapshot.entities[kind];
  const docs = new Map(entities.map((entity) => [entity, toDoc(snapshot, kind, entity, keyOf)]));
  // An alias that the platform returns stays. One that is derived from a name may get a number.
  const sortKey = (entity: RawEntity) =>
    `${textOf(entity.alias) === undefined ? 1 : 0} ${toCanonicalText(removeEmpty(docs.get(entity)) ?? {})}`;
  const wantedKey = (entity: RawEntity) => {
    const name = readName(entity);
    return kind === 'volume' ? name : (textOf(entity.alias) ?? deriveAlias(name));
  };
  const keys = assignUniqueNames(entities, wantedKey, sortKey);
  return entities
    .map((entity): CurrentEntry => {
      const key = keys.get(entity) ?? '';
      const name = readName(entity);
      const version = getCurrentVersion(entity);
      const packageAddress = textOf(fieldsOf(version.packageInfo).downloadUrl);
      const isUnknown = ENTITIES[kind].hasTechnology && !findEntityTechnology(snapshot, entity);
      const unknownTechnology = isUnknown ? ['technology'] : [];
      const doc = { ...docs.get(entity), name, ...(ENTITIES[kind].hasAlias && { alias: key }) };
      return {
        kind,
        id: entity.id,
        key,
        name,
        hasAlias: textOf(entity.alias) !== undefined,
        doc: pauseImplicitSchedule(kind, (removeEmpty(doc) ?? {}) as Doc),
        variables: toCurrentVariables(snapshot.variables.get(entity.id)),
        technologyId: textOf(fieldsOf(entity.technology).id),
        unlistedCredentialsId: findUnlistedCredentials(snapshot, version),
        notReturned: [...notReturned(kind, entity), ...unknownTechnology],
        packageAddress,
        packageIdentity: identifyPackage(entity.id, version, packageAddress),
      };
    })
    .sort((one, other) => compareTexts(one.key, other.key));
}

/** Names in files have no blanks around them. */
function readName({ name }: RawEntity): string {
  return textOf(name)?.trim() ?? '';
}

/** Fields that are set once all entries of the kind are known. */
const NAMES = ['name', 'alias'];

function toDoc(snapshot: Snapshot, kind: EntityKind, entity: RawEntity, keyOf: KeyFinder): Doc {
  const { fields, fromPlatform } = ENTITIES[kind];
  const replacements = fromPlatform?.(entity, snapshot, keyOf) ?? {};
  const version = getCurrentVersion(entity);
  const technology = findEntityTechnology(snapshot, entity);
  const partOf = (part: FieldOfEntity['part'], prefix = '') =>
    Object.fromEntries(
      fields
        .filter((field) => field.part === part && !NAMES.includes(field.path))
        .map((field) => [
          field.path.slice(prefix.length),
          Object.hasOwn(replacements, field.path)
            ? ownValue(replacements, field.path)
            : valueAt(part === 'version' ? version : entity, field.name),
        ]),
    );
  return {
    ...partOf('settings'),
    technology: technology && { label: technology.label, repository: technology.repository },
    version: partOf('version', 'version.'),
  };
}

/** Names in responses by names in files, where they differ. */
const RETURNED_AS: Readonly<Record<string, string>> = {
  logins: 'loginEmails',
  credentials: 'dockerCredentialsId',
};

function notReturned(kind: EntityKind, entity: RawEntity): string[] {
  const version = getCurrentVersion(entity);
  const areVersionsReturned = ['versions', 'currentVersion'].some((name) =>
    Object.hasOwn(entity, name),
  );
  const paths = ENTITIES[kind].fields.flatMap(({ path, name, part, shape }) => {
    const source = part === 'settings' ? entity : version;
    // The entity has no version, or the platform does not return versions.
    if (Object.keys(source).length === 0) return areVersionsReturned ? [] : [path];
    if (path === GRAPH) return hasGraph(version) ? [] : [path];
    const isReturned = Object.hasOwn(source, name);
    return isReturned ? [...notReturnedIn(shape, ownValue(source, name), path)] : [path];
  });
  return [...new Set(paths)];
}

function* notReturnedIn(shape: FileShape, value: unknown, path: string): Generator<string> {
  if (typeof shape === 'string') return;
  if ('listOf' in shape) {
    for (const entry of entriesOf(value)) yield* notReturnedIn(shape.listOf, entry, path);
  } else if ('fields' in shape && isObject(value)) {
    for (const [name, inner] of Object.entries(shape.fields)) {
      const place = ownValue(RETURNED_AS, name) ?? name;
      if (!Object.hasOwn(value, place)) yield `${path}.${name}`;
      else yield* notReturnedIn(inner, ownValue(value, place), `${path}.${name}`);
    }
  }
}
