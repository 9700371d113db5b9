import { GRAPH } from '../kinds/graph';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import { NotAcceptedError } from '../../graphql/call/inputObject';
import { ownValue } from '../../common/text/names';
import { excerpt } from '../../common/text/text';
import { isObject, valueAt } from '../../common/text/values';
import { ENTITIES } from '../kinds';
import type { FieldOfEntity } from '../kinds/fields';
import { deriveAlias } from '../files/names';
import { joinMessageAndHint } from '../files/problems';
import { removeEmpty } from '../files/stableJson';
import type { Doc, EntityKind } from '../tree';
import { compareEntity, removeFields } from './compare';
import {
  addReason,
  block,
  type Destination,
  leaveOutOrBlock,
  leaveOutOrBlockEntity,
  type WantedStep,
} from './step';

/**
 * Prepares the requests that create or change an entity, by the live schema.
 * @returns functions that each make one change and return the ID of the entity
 */
export async function prepareRequests(
  step: WantedStep,
  destination: Destination,
): Promise<Array<() => Promise<string>>> {
  const { kind, current, changedFields } = step;
  const { endpoint, options } = destination;
  const definition = ENTITIES[kind];
  const values = toChangedSettings(step);
  const version = definition.toVersionSettings?.(step, destination) ?? {};
  if (!current) {
    const create = await definition.prepareCreate(step, values, version, destination);
    return [async () => (await create()).id];
  }
  const { id } = current;
  const differs = (changed: FieldOfEntity['part']) =>
    changedFields.some(({ part }) => part === changed);
  const resource = new definition.resource(endpoint);
  const changes = [
    differs('settings') && (await resource.prepareUpdate(id, { values }, options)),
    differs('version') && (await definition.prepareVersion?.(step, id, version, destination)),
  ];
  return changes.flatMap((change) => {
    if (!change) return [];
    const send = async () => {
      await change();
      return id;
    };
    return [send];
  });
}

/** Returns the settings that differ, by the platform's names. Null empties a setting. */
function toChangedSettings({ wanted, changedFields, current }: WantedStep): Doc {
  const entries = changedFields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, name }) => [name, toSetting(path, type, valueAt(wanted.doc, path))]);
  const values = Object.fromEntries(entries) as Doc;
  if (current) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function toSetting(path: string, type: FieldOfEntity['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  // Platforms require `statusList`. Null removes the alerting.
  if (path === 'alerting' && isObject(value)) return { statusList: [], ...value };
  // Platforms refuse a blank cron expression.
  const isBlank = typeof value === 'string' && value.trim() === '';
  return isBlank ? null : (value ?? null);
}

/** Replaces IDs that are known only during the deploy. */
export const PLACEHOLDER_ID = '00000000-0000-4000-8000-000000000000';

const MAX_REFUSAL_CHARACTERS = 500;

/**
 * Prepares the requests of a step by the target's live schema, without sending them. Fields that the target does not accept are
 * left out if the user chose that. Otherwise, they block the step.
 */
export async function fitToTarget(
  step: WantedStep,
  destination: Destination,
  leaveOut: readonly string[],
): Promise<void> {
  const unsupported = new Set<string>();
  const inFiles = step.wanted.doc;
  for (;;) {
    const refusal = await findRefusal(step, destination);
    if (!refusal) break;
    const paths =
      refusal instanceof NotAcceptedError
        ? refusal.names.flatMap((name) => toFilePath(step.kind, name) ?? [])
        : [];
    const graphPaths = paths.filter((path) => path.startsWith(`${GRAPH}.`) && path !== POSITIONS);
    if (graphPaths.length > 0) {
      const why = `The target does not support its graph: ${graphPaths.join(', ')}.`;
      return leaveOutOrBlockEntity(step, why, leaveOut);
    }
    if (paths.length === 0 || paths.every((path) => unsupported.has(path))) {
      const why = excerpt(joinMessageAndHint(refusal), [], MAX_REFUSAL_CHARACTERS);
      return isUnsupported(refusal)
        ? leaveOutOrBlockEntity(step, why, leaveOut)
        : block(step, `The target does not accept it. ${why}`);
    }
    paths.forEach((path) => unsupported.add(path));
    // The target may return such fields. A deploy keeps their values.
    const ignored = paths.flatMap((path) => (path === POSITIONS ? POSITION_PATHS : path));
    step.ignored.push(...ignored);
    step.wanted = { ...step.wanted, doc: removeFields(step.wanted.doc, ignored) as Doc };
    compareEntity(step);
  }
  reportUnsupported(step, inFiles, unsupported, leaveOut);
}

function reportUnsupported(
  step: WantedStep,
  inFiles: Doc,
  unsupported: ReadonlySet<string>,
  leaveOut: readonly string[],
): void {
  const isFixedCategory = (path: string) => step.current !== undefined && path === 'category';
  const names = [...unsupported].filter(
    (path) => !isFixedCategory(path) && !(path === 'alias' && isDerivedAlias(step, inFiles)),
  );
  if ([...unsupported].some(isFixedCategory)) {
    addReason(step, 'The target cannot change the category, so it stays as it is.');
  }
  if (names.length > 0 && !step.current && hasNothingToRun(step, inFiles)) {
    const why = `This platform accepts none of the version settings, so the ${step.kind} would have nothing to run.`;
    return leaveOutOrBlockEntity(step, why, leaveOut);
  }
  const isPaused = inFiles.isScheduled === false && unsupported.has('isScheduled');
  if (isPaused && step.wanted.doc.cronScheduling !== undefined) {
    block(step, 'The target does not support paused schedules.');
  }
  leaveOutOrBlock(step, names, leaveOut);
}

async function findRefusal(
  step: WantedStep,
  destination: Destination,
): Promise<PlatformError | undefined> {
  try {
    await prepareRequests(step, destination);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInputError || isUnsupported(error)) return error;
    throw error;
  }
}

function isUnsupported(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.code === 'NOT_SUPPORTED';
}

/** Paths in files by names in requests, for names that are not in the kind's list of fields. */
const FILE_PATHS: Readonly<Record<string, string>> = {
  dockerImage: 'version.docker',
  dockerCredentialsId: 'version.docker.credentials',
  extraLanguage: 'version.extraTechnology.language',
  extraLanguageVersion: 'version.extraTechnology.version',
  packageName: 'version.package',
  volumes: 'version.volumes',
  volumeId: 'volume',
};

/** Turns `jobVersion.dockerInfo.image` into `version.docker.image`. Returns undefined for a name that files do not have. */
function toFilePath(kind: EntityKind, requestPath: string): string | undefined {
  const names = requestPath.split('.');
  if (kind === 'pipeline' && names.includes('graph')) {
    const last = names.at(-1) ?? '';
    return last === 'position' ? POSITIONS : `${GRAPH}.${last}`;
  }
  for (const [index, name] of names.entries()) {
    const field = ENTITIES[kind].fields.find((candidate) => candidate.name === name);
    const path = ownValue(FILE_PATHS, name) ?? field?.path;
    if (path === undefined) continue;
    const below = names.slice(index + 1).map((member) => ownValue(FILE_PATHS, member) ?? member);
    return [path, ...below].join('.');
  }
  return undefined;
}

/** The name that plans use for the positions of all nodes. Some platforms do not keep positions. */
const POSITIONS = 'version.graph.position';
const POSITION_PATHS = ['jobs', 'conditions'].map((nodes) => `${GRAPH}.${nodes}.position`);

/** Whether the target accepts none of the version's fields in the files. */
function hasNothingToRun({ kind, wanted }: WantedStep, inFiles: Doc): boolean {
  const isEmpty = (doc: Doc) => removeEmpty(doc.version) === undefined;
  const canRun = kind === 'job' || kind === 'app';
  return canRun && isObject(inFiles.version) && !isEmpty(inFiles) && isEmpty(wanted.doc);
}

/** Whether the alias is one that exports derive from the name. Leaving it out loses nothing. */
function isDerivedAlias({ wanted: { name } }: WantedStep, { alias }: Doc): boolean {
  const derived = deriveAlias(name);
  const text = String(alias);
  return text === derived || new RegExp(`^${derived}_\\d+$`).test(text);
}
