import { PlatformError } from '../../errors/errors';
import { objectsIn } from '../../resources/entities';
import type { FileShape } from '../../resources/entityFields';
import { ownValue } from '../../text/names';
import { excerpt } from '../../text/text';
import { entriesOf, fieldsOf, isObject, textOf, valueAt } from '../../text/values';
import { FIELDS, GRAPH, withExplicitSchedule, type FieldOfEntity } from '../files/fields';
import { canonicalGraph, rowOf, type Condition, type Graph, type Position } from '../files/graph';
import { aliasOf, uniqueNames } from '../files/names';
import { canonicalText, compareTexts, withoutEmpty } from '../files/stableJson';
import {
  isEntityKind,
  PART_OF,
  type Current,
  type Doc,
  type EntityKind,
  type Kind,
  type TechnologyName,
} from '../tree';
import { currentGrants } from './grants';
import { packageVersionOf } from './packages';
import type { RawEntity, Snapshot } from './readTarget';
import { currentVariables } from './readVariables';

/** The keys of jobs and volumes by their IDs: other files refer to them by these. */
export type Keys = Readonly<Partial<Record<Kind, ReadonlyMap<string, string>>>>;

/** Returns the entries of a kind, as files have them. */
export function currentEntries(kind: Kind, snapshot: Snapshot, keysOfOthers: Keys = {}): Current[] {
  if (isEntityKind(kind)) return currentEntities(kind, snapshot, keysOfOthers);
  if (kind === 'variable') return currentVariables(snapshot.variables.get(snapshot.id));
  if (kind !== 'project') return currentGrants(kind, snapshot);
  const { id, name, description } = snapshot;
  if (id === '') return [];
  const doc = description === undefined ? {} : { description };
  return [{ kind, key: '', name, doc, variables: [], id, notReturned: [] }];
}

/** Returns the keys of entries by their IDs. */
export function keysById(entries: readonly Current[]): Map<string, string> {
  return new Map(entries.map(({ id, key }) => [id, key]));
}

function currentEntities(kind: EntityKind, snapshot: Snapshot, keysOfOthers: Keys): Current[] {
  const entities = snapshot.entities[kind];
  const docs = new Map(
    entities.map((entity) => [entity, docOf(snapshot, kind, entity, keysOfOthers)]),
  );
  // An entity with an alias keeps it; one whose alias is made of its name gives way.
  const sortKeyOf = (entity: RawEntity) =>
    `${textOf(entity.alias) === undefined ? 1 : 0} ${canonicalText(withoutEmpty(docs.get(entity)) ?? {})}`;
  const wantedKey = (entity: RawEntity) => {
    const name = nameOf(entity);
    return kind === 'volume' ? name : (textOf(entity.alias) ?? aliasOf(name));
  };
  const keys = uniqueNames(entities, wantedKey, sortKeyOf);
  return entities
    .map((entity): Current => {
      const key = keys.get(entity) ?? '';
      const name = nameOf(entity);
      const version = currentVersion(entity.versions);
      const packageAddress = textOf(fieldsOf(version.packageInfo).downloadUrl);
      const isNamedByAlias = kind === 'job' || kind === 'pipeline';
      const doc = { ...docs.get(entity), name, ...(isNamedByAlias && { alias: key }) };
      return {
        kind,
        id: entity.id,
        key,
        name,
        hasAlias: textOf(entity.alias) !== undefined,
        doc: withExplicitSchedule(kind, (withoutEmpty(doc) ?? {}) as Doc),
        variables: currentVariables(snapshot.variables.get(entity.id)),
        technologyId: textOf(fieldsOf(entity.technology).id),
        notReturned: notReturned(kind, entity),
        packageAddress,
        packageVersion: packageVersionOf(entity.id, version, packageAddress),
      };
    })
    .sort((one, other) => compareTexts(one.key, other.key));
}

/** Names are compared with those of files, which have no blanks around them. */
function nameOf({ name }: RawEntity): string {
  return textOf(name)?.trim() ?? '';
}

/** By the path of a field: what a file has in place of what the platform returns. */
const REPLACEMENTS: Record<EntityKind, (entity: RawEntity, snapshot: Snapshot, keys: Keys) => Doc> =
  {
    volume: () => ({}),
    job: (job, snapshot) => {
      const version = currentVersion(job.versions);
      return {
        alerting: alertingOf('job', job),
        'version.docker': dockerOf(snapshot, version),
        'version.package': fieldsOf(version.packageInfo).name,
      };
    },
    app: (app, snapshot, keys) => {
      const version = fieldsOf(app.currentVersion);
      const volumes = objectsIn<Record<string, unknown>>(version.volumesWithPath);
      return {
        alerting: alertingOf('app', app),
        'version.context': contextOf(snapshot, app, version.runtimeContextId),
        'version.docker': dockerOf(snapshot, version),
        'version.ports': byText(objectsIn(version.ports)),
        'version.volumes': byText(
          volumes.map(({ path, volume }) => ({
            path,
            volume: keys.volume?.get(textOf(fieldsOf(volume).id) ?? ''),
          })),
        ),
      };
    },
    pipeline: (pipeline, _snapshot, keys) => ({
      alerting: alertingOf('pipeline', pipeline),
      [GRAPH]: graphOf(currentVersion(pipeline.versions), keys.job ?? new Map()),
    }),
  };

/** An entry is named when all entries of its kind are known. */
const NAMES = ['name', 'alias'];

/** Returns the document of an entity, without the fields that name it. */
function docOf(snapshot: Snapshot, kind: EntityKind, entity: RawEntity, keys: Keys): Doc {
  const replacements = REPLACEMENTS[kind](entity, snapshot, keys);
  const version = versionOf(entity);
  const partOf = (part: FieldOfEntity['part'], prefix = '') =>
    Object.fromEntries(
      FIELDS[kind]
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
    technology: technologyOf(snapshot, entity),
    version: partOf('version', 'version.'),
  };
}

/** Names that platforms return for what files name otherwise. */
const RETURNED_AS: Readonly<Record<string, string>> = {
  logins: 'loginEmails',
  credentials: 'dockerCredentialsId',
};

function notReturned(kind: EntityKind, entity: RawEntity): string[] {
  const version = versionOf(entity);
  const paths = FIELDS[kind].flatMap(({ path, name, part, shape }) => {
    const source = part === 'settings' ? entity : version;
    if (path === GRAPH || Object.keys(source).length === 0) return [];
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

function currentVersion(versions: unknown): Record<string, unknown> {
  return fieldsOf(entriesOf(versions)[0]);
}

/** Apps return their version in a field of its own. */
function versionOf(entity: RawEntity): Record<string, unknown> {
  return isObject(entity.currentVersion) ? entity.currentVersion : currentVersion(entity.versions);
}

/** @throws PlatformError if an alert goes to a user without a login: left out, the user would be lost */
function alertingOf(kind: EntityKind, { alerting, name }: RawEntity): unknown {
  const { emails, statusList, loginEmails } = fieldsOf(alerting);
  const logins = entriesOf(loginEmails).map((entry) => textOf(fieldsOf(entry).login));
  if (logins.includes(undefined)) {
    throw new PlatformError(
      `The ${kind} "${excerpt(textOf(name) ?? '')}" alerts a user whose login the platform does not return`,
      {
        hint: `Remove that user from the alerts of the ${kind} on the platform, or exclude ${PART_OF[kind]}: files name users by their logins.`,
      },
    );
  }
  return { emails: texts(emails), logins: texts(logins), statusList: texts(statusList) };
}

function knownTechnology({ technologies }: Snapshot, { technology }: RawEntity) {
  return technologies.get((textOf(fieldsOf(technology).id) ?? '').toLowerCase());
}

function technologyOf(snapshot: Snapshot, entity: RawEntity): TechnologyName | undefined {
  const known = knownTechnology(snapshot, entity);
  return known && { label: known.label, repository: known.repository };
}

function contextOf(snapshot: Snapshot, entity: RawEntity, contextId: unknown): string | undefined {
  const id = textOf(contextId);
  const contexts = knownTechnology(snapshot, entity)?.contexts;
  return contexts?.find((context) => context.id === id)?.label ?? id;
}

function dockerOf({ dockerCredentials }: Snapshot, { dockerInfo }: Record<string, unknown>) {
  const { image, dockerCredentialsId } = fieldsOf(dockerInfo);
  const credentials = dockerCredentials.find(({ id }) => id === dockerCredentialsId);
  if (!credentials) return { image };
  const { registry, username } = credentials;
  return { image, credentials: { registry, username } };
}

function graphOf(version: Record<string, unknown>, jobKeys: ReadonlyMap<string, string>): Graph {
  const jobIdOf = (job: unknown) => textOf(fieldsOf(job).id) ?? '';
  const { graph, jobs } = version;
  if (!isObject(graph))
    return rowOf(objectsIn(jobs).flatMap((job) => jobKeys.get(jobIdOf(job)) ?? []));
  return canonicalGraph({
    jobs: objectsIn<Record<string, unknown>>(graph.jobNodes).flatMap((node) => {
      const job = jobKeys.get(jobIdOf(node.job));
      if (job === undefined) return [];
      return [{ ...nodeOf(node), job, next: texts(node.nextNodes) }];
    }),
    conditions: objectsIn<Record<string, unknown>>(graph.conditionNodes).map((node) => ({
      ...nodeOf(node),
      condition: conditionOf(fieldsOf(node.condition)),
      success: texts(node.nextNodesSuccess),
      failure: texts(node.nextNodesFailure),
    })),
  });
}

function nodeOf({ id, position }: Record<string, unknown>): { node: string; position?: Position } {
  const { x, y } = fieldsOf(position);
  const isPlaced = typeof x === 'number' && typeof y === 'number';
  return { node: textOf(id) ?? '', ...(isPlaced && { position: { x, y } }) };
}

/** A condition of an unknown type is exported as the platform writes it, so that no deploy mistakes it for another one. */
function conditionOf(condition: Record<string, unknown>): Condition | undefined {
  const { value, expression } = condition;
  const written = textOf(expression);
  if (written !== undefined) return { expression: written };
  return textOf(value) ?? textOf(ownValue(condition, 'toString'));
}

function texts(value: unknown): string[] {
  return entriesOf(value)
    .flatMap((entry) => textOf(entry) ?? [])
    .sort(compareTexts);
}

function byText<Value>(values: Value[]): Value[] {
  return values.sort((one, other) => compareTexts(canonicalText(one), canonicalText(other)));
}
