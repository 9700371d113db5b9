import { GRAPH, hasGraph } from '../kinds/graph';
import type { FileShape } from '../../resources/entityFields';
import { ownValue } from '../../common/text/names';
import { toList, toObject, isObject, toText, valueAt } from '../../common/text/values';
import { deriveAlias, assignUniqueNames } from '../files/names';
import { toCanonicalText, compareTexts, removeEmpty } from '../files/stableJson';
import { ENTITIES, GRANTS, pauseImplicitSchedule } from '../kinds';
import type { KeyFinder } from '../kinds/definition';
import type { FieldOfEntity } from '../kinds/fields';
import { getCurrentVersion, findEntityTechnology, findUnlistedCredentialId } from '../kinds/shared';
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

/** Converts a snapshot into the entries of a kind. @param ids the IDs of the jobs and volumes that the entries may refer to */
export function toCurrentEntries(kind: Kind, snapshot: Snapshot, ids: Ids): CurrentEntry[] {
  if (isEntityKind(kind)) return toCurrentEntities(kind, snapshot, createKeyFinder(ids));
  if (kind === 'variable') return toCurrentVariables(snapshot.variables.get(snapshot.id));
  if (kind !== 'project') {
    const list = GRANTS[kind].selectForFiles(snapshot.grants?.get(kind) ?? [], snapshot);
    return [...indexById(list).values()].sort((one, other) => compareTexts(one.name, other.name));
  }
  const { id, name, description } = snapshot;
  if (id === '') return [];
  const doc = description === undefined ? {} : { description };
  return [{ kind, key: '', name, doc, variables: [], id, notReturned: [] }];
}

/** The key for a reference without an ID. Without such a key, the reference would be lost silently. */
const NOT_LISTED = '(not listed)';

function createKeyFinder(ids: Ids): KeyFinder {
  const invert = (keys: ReadonlyMap<string, string>) =>
    new Map([...keys].map(([key, id]) => [id, key]));
  const keys = { job: invert(ids.job), volume: invert(ids.volume) };
  return (kind, reference) => {
    const id = toText(toObject(reference).id);
    return (id === undefined ? undefined : keys[kind].get(id)) ?? id ?? NOT_LISTED;
  };
}

function toCurrentEntities(
  kind: EntityKind,
  snapshot: Snapshot,
  findKey: KeyFinder,
): CurrentEntry[] {
  const entities = snapshot.entities[kind];
  const docs = new Map(entities.map((entity) => [entity, toDoc(snapshot, kind, entity, findKey)]));
  // A returned alias stays as it is. An alias that is derived from a name may get a number.
  const toSortKey = (entity: RawEntity) =>
    `${toText(entity.alias) === undefined ? 1 : 0} ${toCanonicalText(removeEmpty(docs.get(entity)) ?? {})}`;
  const toWantedKey = (entity: RawEntity) => {
    const name = readName(entity);
    return kind === 'volume' ? name : (toText(entity.alias) ?? deriveAlias(name));
  };
  const keys = assignUniqueNames(entities, toWantedKey, toSortKey);
  return entities
    .map((entity): CurrentEntry => {
      const key = keys.get(entity) ?? '';
      const name = readName(entity);
      const version = getCurrentVersion(entity);
      const packageAddress = toText(toObject(version.packageInfo).downloadUrl);
      const isTechnologyUnknown =
        ENTITIES[kind].hasTechnology && !findEntityTechnology(snapshot, entity);
      const unknownFields = isTechnologyUnknown ? ['technology'] : [];
      const doc = { ...docs.get(entity), name, ...(ENTITIES[kind].hasAlias && { alias: key }) };
      return {
        kind,
        id: entity.id,
        key,
        name,
        isAliasReturned: toText(entity.alias) !== undefined,
        doc: pauseImplicitSchedule(kind, (removeEmpty(doc) ?? {}) as Doc),
        variables: toCurrentVariables(snapshot.variables.get(entity.id)),
        technologyId: toText(toObject(entity.technology).id),
        unlistedCredentialId: findUnlistedCredentialId(snapshot, version),
        notReturned: [...listNotReturned(kind, entity), ...unknownFields],
        packageAddress,
        packageIdentity: identifyPackage(entity.id, version, packageAddress),
      };
    })
    .sort((one, other) => compareTexts(one.key, other.key));
}

/** Names in files have no surrounding blanks. */
function readName({ name }: RawEntity): string {
  return toText(name)?.trim() ?? '';
}

/** Fields that `toCurrentEntities` sets, once it knows all entities of the kind. */
const NAME_FIELDS = ['name', 'alias'];

function toDoc(snapshot: Snapshot, kind: EntityKind, entity: RawEntity, findKey: KeyFinder): Doc {
  const { fields, fromPlatform } = ENTITIES[kind];
  const replacements = fromPlatform?.(entity, snapshot, findKey) ?? {};
  const version = getCurrentVersion(entity);
  const technology = findEntityTechnology(snapshot, entity);
  const readPart = (part: FieldOfEntity['part'], prefix = '') =>
    Object.fromEntries(
      fields
        .filter((field) => field.part === part && !NAME_FIELDS.includes(field.path))
        .map((field) => [
          field.path.slice(prefix.length),
          Object.hasOwn(replacements, field.path)
            ? ownValue(replacements, field.path)
            : valueAt(part === 'version' ? version : entity, field.name),
        ]),
    );
  return {
    ...readPart('settings'),
    technology: technology && { label: technology.label, repository: technology.repository },
    version: readPart('version', 'version.'),
  };
}

/** Names in responses by names in files, where the two differ. */
const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  logins: 'loginEmails',
  credentials: 'dockerCredentialsId',
};

/** Lists the paths of fields that the platform did not return. */
function listNotReturned(kind: EntityKind, entity: RawEntity): string[] {
  const version = getCurrentVersion(entity);
  const areVersionsReturned = ['versions', 'currentVersion'].some((name) =>
    Object.hasOwn(entity, name),
  );
  const paths = ENTITIES[kind].fields.flatMap(({ path, name, part, shape }) => {
    const source = part === 'settings' ? entity : version;
    // Without values, either the entity has no version, or the platform does not return versions.
    if (Object.keys(source).length === 0) return areVersionsReturned ? [] : [path];
    if (path === GRAPH) return hasGraph(version) ? [] : [path];
    const isReturned = Object.hasOwn(source, name);
    return isReturned ? [...listNotReturnedIn(shape, ownValue(source, name), path)] : [path];
  });
  return [...new Set(paths)];
}

function* listNotReturnedIn(shape: FileShape, value: unknown, path: string): Generator<string> {
  if (typeof shape === 'string') return;
  if ('listOf' in shape) {
    for (const entry of toList(value)) yield* listNotReturnedIn(shape.listOf, entry, path);
  } else if ('fields' in shape && isObject(value)) {
    for (const [name, inner] of Object.entries(shape.fields)) {
      const responseName = ownValue(RESPONSE_NAMES, name) ?? name;
      if (!Object.hasOwn(value, responseName)) yield `${path}.${name}`;
      else yield* listNotReturnedIn(inner, ownValue(value, responseName), `${path}.${name}`);
    }
  }
}
