import { GRAPH, hasGraph } from '../kinds/graph';
import type { FileShape } from '../../resources/entityFields';
import { ownValue } from '../../common/text/names';
import { toList, toObject, isObject, toText, valueAt } from '../../common/text/values';
import { deriveAlias, uniqueNames } from '../files/names';
import { canonicalText, compareTexts, withoutEmpty } from '../files/stableJson';
import { ENTITIES, GRANTS, withExplicitSchedule } from '../kinds';
import type { KeyFinder } from '../kinds/definition';
import type { FieldOfEntity } from '../kinds/fields';
import { currentVersion, technologyIn, unlistedCredentials } from '../kinds/shared';
import { currentVariables } from '../kinds/variable';
import {
  byId,
  type Current,
  type Doc,
  type EntityKind,
  type Ids,
  isEntityKind,
  type Kind,
} from '../tree';
import { identifyPackage } from './packageHashes';
import type { RawEntity, Snapshot } from './snapshot';

/** Turns what the platform returned into entries of a kind. @param ids of the entities that they may refer to */
export function currentEntries(kind: Kind, snapshot: Snapshot, ids: Ids): Current[] {
  if (isEntityKind(kind)) return currentEntities(kind, snapshot, keyFinder(ids));
  if (kind === 'variable') return currentVariables(snapshot.variables.get(snapshot.id));
  if (kind !== 'project') {
    const list = GRANTS[kind].inFiles(snapshot.grants?.get(kind) ?? [], snapshot);
    return [...byId(list).values()].sort((one, other) => compareTexts(one.name, other.name));
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
    const id = toText(toObject(named).id);
    return (id === undefined ? undefined : keys[kind].get(id)) ?? id ?? NOT_LISTED;
  };
}

function currentEntities(kind: EntityKind, snapshot: Snapshot, keyOf: KeyFinder): Current[] {
  const entities = snapshot.entities[kind];
  const docs = new Map(entities.map((entity) => [entity, toDoc(snapshot, kind, entity, keyOf)]));
  // An alias that the platform returns stays. One that is derived from a name may get a number.
  const sortKey = (entity: RawEntity) =>
    `${toText(entity.alias) === undefined ? 1 : 0} ${canonicalText(withoutEmpty(docs.get(entity)) ?? {})}`;
  const wantedKey = (entity: RawEntity) => {
    const name = readName(entity);
    return kind === 'volume' ? name : (toText(entity.alias) ?? deriveAlias(name));
  };
  const keys = uniqueNames(entities, wantedKey, sortKey);
  return entities
    .map((entity): Current => {
      const key = keys.get(entity) ?? '';
      const name = readName(entity);
      const version = currentVersion(entity);
      const packageAddress = toText(toObject(version.packageInfo).downloadUrl);
      const isUnknown = ENTITIES[kind].hasTechnology && !technologyIn(snapshot, entity);
      const unknownTechnology = isUnknown ? ['technology'] : [];
      const doc = { ...docs.get(entity), name, ...(ENTITIES[kind].hasAlias && { alias: key }) };
      return {
        kind,
        id: entity.id,
        key,
        name,
        hasAlias: toText(entity.alias) !== undefined,
        doc: withExplicitSchedule(kind, (withoutEmpty(doc) ?? {}) as Doc),
        variables: currentVariables(snapshot.variables.get(entity.id)),
        technologyId: toText(toObject(entity.technology).id),
        unlistedCredentialsId: unlistedCredentials(snapshot, version),
        notReturned: [...notReturned(kind, entity), ...unknownTechnology],
        packageAddress,
        packageVersion: identifyPackage(entity.id, version, packageAddress),
      };
    })
    .sort((one, other) => compareTexts(one.key, other.key));
}

/** Names in files have no blanks around them. */
function readName({ name }: RawEntity): string {
  return toText(name)?.trim() ?? '';
}

/** Fields that are set once all entries of the kind are known. */
const NAMES = ['name', 'alias'];

function toDoc(snapshot: Snapshot, kind: EntityKind, entity: RawEntity, keyOf: KeyFinder): Doc {
  const { fields, fromPlatform } = ENTITIES[kind];
  const replacements = fromPlatform?.(entity, snapshot, keyOf) ?? {};
  const version = currentVersion(entity);
  const technology = technologyIn(snapshot, entity);
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
  const version = currentVersion(entity);
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
    for (const entry of toList(value)) yield* notReturnedIn(shape.listOf, entry, path);
  } else if ('fields' in shape && isObject(value)) {
    for (const [name, inner] of Object.entries(shape.fields)) {
      const place = ownValue(RETURNED_AS, name) ?? name;
      if (!Object.hasOwn(value, place)) yield `${path}.${name}`;
      else yield* notReturnedIn(inner, ownValue(value, place), `${path}.${name}`);
    }
  }
}
