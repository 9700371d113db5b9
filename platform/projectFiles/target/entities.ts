import { objectsIn } from '../../resources/entities';
import { entriesOf, fieldsOf, isObject, textOf, valueAt } from '../../text/values';
import { ownValue } from '../../text/names';
import { FIELDS, withExplicitSchedule, type FieldOfEntity } from '../files/fields';
import { canonicalGraph, rowOf, type Condition, type Graph, type Position } from '../files/graph';
import type { EntityFile, EntityKind, ProjectEntity, TechnologyName } from '../files/model';
import { aliasOf, uniqueNames } from '../files/names';
import { packageVersionOf, type StoredPackage } from './packages';
import type { EntitySnapshot, ProjectSnapshot } from './readTarget';
import { canonicalText, compareTexts, withoutEmpty } from '../files/stableJson';

/** An entity that is on the platform. */
export interface DeployedEntity extends ProjectEntity, StoredPackage {
  id: string;
  /** Whether the platform itself returns the alias. */
  hasAlias: boolean;
  technologyId?: string;
  /** Of its current version. */
  versionNumber?: number;
}

/** The keys of jobs and volumes, by their IDs: files refer to them by these. */
export type Keys = Readonly<Partial<Record<EntityKind, ReadonlyMap<string, string>>>>;

/** By the path of a field: what stands in a file in place of what the platform returns. */
const REPLACEMENTS: Record<
  EntityKind,
  (entity: EntitySnapshot, project: ProjectSnapshot, keys: Keys) => Record<string, unknown>
> = {
  volume: () => ({}),
  job: ({ alerting, versions }, project) => {
    const version = currentVersion(versions);
    return {
      alerting: alertingOf(alerting),
      'version.docker': dockerOf(project, version),
      'version.package': fieldsOf(version.packageInfo).name,
    };
  },
  app: (app, project, keys) => {
    const version = fieldsOf(app.currentVersion);
    return {
      alerting: alertingOf(app.alerting),
      'version.context': contextOf(project, app, version.runtimeContextId),
      'version.docker': dockerOf(project, version),
      'version.ports': byText(objectsIn(version.ports)),
      'version.volumes': byText(
        objectsIn<Record<string, unknown>>(version.volumesWithPath).map(({ path, volume }) => ({
          path,
          volume: keys.volume?.get(textOf(fieldsOf(volume).id) ?? ''),
        })),
      ),
    };
  },
  pipeline: ({ alerting, versions }, _project, keys) => ({
    alerting: alertingOf(alerting),
    'version.graph': graphOf(currentVersion(versions), keys.job ?? new Map()),
  }),
};

/** A file is named when all entities are known. */
const NAMES = ['name', 'alias'];

/** What the platform returns of the fields that a file has, but for those that name it. */
function fileOf(
  project: ProjectSnapshot,
  kind: EntityKind,
  snapshot: EntitySnapshot,
  keys: Keys,
): EntityFile {
  const replacements = REPLACEMENTS[kind](snapshot, project, keys);
  const version = versionOf(snapshot);
  const partOf = (part: FieldOfEntity['part'], prefix = '') =>
    Object.fromEntries(
      FIELDS[kind]
        .filter((field) => field.part === part && !NAMES.includes(field.path))
        .map((field) => [
          field.path.slice(prefix.length),
          Object.hasOwn(replacements, field.path)
            ? ownValue(replacements, field.path)
            : valueAt(part === 'version' ? version : snapshot, field.name),
        ]),
    );
  return {
    ...partOf('settings'),
    technology: technologyOf(project, snapshot),
    version: partOf('version', 'version.'),
  };
}

/** Everything of a kind, as files have it. */
export function deployedEntities(
  kind: EntityKind,
  project: ProjectSnapshot,
  keysOfOthers: Keys = {},
): DeployedEntity[] {
  const snapshot = project.entities[kind];
  const files = new Map(
    snapshot.map((entity) => [entity, fileOf(project, kind, entity, keysOfOthers)]),
  );
  // Who has an alias keeps it; one that is made of a name gives way.
  const sortKeyOf = (entity: EntitySnapshot) =>
    `${textOf(entity.alias) === undefined ? 1 : 0} ${canonicalText(withoutEmpty(files.get(entity)) ?? {})}`;
  const wantedKey = (entity: EntitySnapshot) => {
    const name = textOf(entity.name) ?? '';
    return kind === 'volume' ? name : (textOf(entity.alias) ?? aliasOf(name));
  };
  const keys = uniqueNames(snapshot, wantedKey, sortKeyOf);
  return snapshot
    .map((entity): DeployedEntity => {
      const key = keys.get(entity) ?? '';
      const name = textOf(entity.name) ?? '';
      const hasAlias = textOf(entity.alias) !== undefined;
      const version = currentVersion(entity.versions);
      const packageAddress = textOf(fieldsOf(version.packageInfo).downloadUrl);
      const isNamedByAlias = kind === 'job' || kind === 'pipeline';
      const file = { ...files.get(entity), name, ...(isNamedByAlias && { alias: key }) };
      return {
        id: entity.id,
        key,
        name,
        hasAlias,
        file: withExplicitSchedule(kind, (withoutEmpty(file) ?? {}) as EntityFile),
        variables: project.variables.get(entity.id) ?? [],
        technologyId: textOf(fieldsOf(entity.technology).id),
        packageAddress,
        packageVersion: packageVersionOf(entity.id, version, packageAddress),
        versionNumber: numberOf(entity),
      };
    })
    .sort((one, other) => compareTexts(one.key, other.key));
}

function currentVersion(versions: unknown): Record<string, unknown> {
  return fieldsOf(entriesOf(versions)[0]);
}

function numberOf(entity: EntitySnapshot): number | undefined {
  const { number } = versionOf(entity);
  return typeof number === 'number' ? number : undefined;
}

/** Apps tell theirs in a field of its own. */
function versionOf(entity: EntitySnapshot): Record<string, unknown> {
  return isObject(entity.currentVersion) ? entity.currentVersion : currentVersion(entity.versions);
}

function alertingOf(snapshot: unknown): unknown {
  const { emails, statusList, loginEmails } = fieldsOf(snapshot);
  const logins = objectsIn<Record<string, unknown>>(loginEmails).map(({ login }) => login);
  return { emails: texts(emails), logins: texts(logins), statusList: texts(statusList) };
}

function technologyOf(
  { technologies }: ProjectSnapshot,
  { technology }: EntitySnapshot,
): TechnologyName | undefined {
  const known = technologies.get((textOf(fieldsOf(technology).id) ?? '').toLowerCase());
  return known && { label: known.label, repository: known.repository };
}

function contextOf(
  { technologies }: ProjectSnapshot,
  { technology }: EntitySnapshot,
  contextId: unknown,
): string | undefined {
  const id = textOf(contextId);
  const known = technologies.get((textOf(fieldsOf(technology).id) ?? '').toLowerCase());
  return known?.contexts.find((context) => context.id === id)?.label ?? id;
}

function dockerOf({ dockerCredentials }: ProjectSnapshot, { dockerInfo }: Record<string, unknown>) {
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

/** A condition of an unknown type is in files as the platform writes it: no deploy takes it for another one. */
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

function byText<Entry>(entries: Entry[]): Entry[] {
  return entries.sort((one, other) => compareTexts(canonicalText(one), canonicalText(other)));
}
