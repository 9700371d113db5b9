import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, PlatformError } from '../errors/errors';
import { prepareRootField, type RootFieldCall } from '../graphql/call/callRootField';
import { idArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RootField, RootName } from '../graphql/schema/rootFields';
import { writtenFields } from '../graphql/selection/supported';
import { repeatableChange } from '../http/retry';
import { readIdentifier } from '../input/identifiers';
import { callById, objectsIn, type Entity, type PreparedChange } from './entities';
import { readAfterwards, readVersionNumber } from './changes';

const DELETED_FIELDS = writtenFields('number success');
const DELETABLE_FIELDS = writtenFields('id versions { number deletableState { reasons } }');

/** A job or pipeline with versions. */
interface Versioned {
  what: 'job' | 'pipeline';
  /** The query for one. */
  query: RootName;
  get(id: string, options?: CallOptions): Promise<Entity>;
}

/** What became of the versions of a job or pipeline. */
interface DeletedVersions {
  deletedVersions: number[];
  /** Those that the platform refuses to delete, and why, in its words, where it tells. */
  keptVersions: KeptVersion[];
}

interface KeptVersion {
  number: number;
  reasons: string[];
}

/** Prepares to delete versions. It is repeated if the response was lost: a version goes only once. */
export async function prepareDeleteVersions(
  endpoint: GraphqlEndpoint,
  versioned: Versioned,
  given: unknown,
  versionNumbers: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Entity & DeletedVersions>> {
  const { what, get } = versioned;
  const id = readIdentifier(given, what);
  const numbers = readVersionNumbers(versionNumbers);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: { ...idArgument(root, what, id), [`${what}VersionNumbers`]: numbers },
    selection: { mode: 'supported', text: DELETED_FIELDS },
    idempotent: true,
  });
  const mutation = what === 'job' ? 'deleteJobVersions' : 'deletePipelineVersions';
  const send = await prepareRootField(endpoint, 'mutation', mutation, call, options);
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, () => false, mayHaveBeenMade);
    const asked = `The platform responded to the deletion of the versions ${numbers.join(', ')} of the ${what} ${id}`;
    const left = await readAfterwards(
      what,
      asked,
      async () => await versionsLeft(endpoint, versioned, id, options),
    );
    const keptVersions = numbers.flatMap((number) => {
      const reasons = left.get(number);
      return reasons ? [{ number, reasons }] : [];
    });
    if (keptVersions.length === numbers.length) throw notDeleted(`${what} ${id}`, keptVersions);
    const deletedVersions = numbers.filter((number) => !left.has(number));
    const done = `The versions ${deletedVersions.join(', ')} of ${what} ${id} were deleted`;
    const entity = await readAfterwards(what, done, async () => await get(id, options));
    return { ...entity, deletedVersions, keptVersions };
  };
}

interface VersionState {
  number?: number;
  deletableState?: { reasons?: unknown } | null;
}

/** Where a response was lost, only what is left tells what was deleted. */
async function versionsLeft(
  endpoint: GraphqlEndpoint,
  { what, query: name }: Versioned,
  id: string,
  options?: CallOptions,
): Promise<Map<number, string[]>> {
  const call = { kind: 'query', name, what, fields: DELETABLE_FIELDS } as const;
  const found = await callById<Entity & { versions?: unknown }>(endpoint, call, id, options);
  return new Map(
    objectsIn<VersionState>(found.versions).flatMap(({ number, deletableState }) => {
      const reasons = Array.isArray(deletableState?.reasons) ? deletableState.reasons : [];
      return number === undefined ? [] : [[number, reasons.map(String)] as const];
    }),
  );
}

/** @param given a number, a list of them, or text with commas between them */
function readVersionNumbers(given: unknown): number[] {
  const list: unknown[] =
    typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : [given];
  const isNone = list.length === 0 || list.every((entry) => String(entry ?? '').trim() === '');
  if (isNone) {
    throw new InvalidInputError(
      'No version number is set',
      'Enter version numbers, for example 1, 2.',
    );
  }
  return [...new Set(list.map(readVersionNumber))];
}

/** @param of whose they are, as "job 6f1d…" */
function notDeleted(of: string, kept: KeptVersion[]): PlatformError {
  const why = kept.flatMap(({ number, reasons }) =>
    reasons.length > 0 ? [`version ${number}: ${reasons.join(', ')}`] : [],
  );
  const numbers = kept.map(({ number }) => number).join(', ');
  return new PlatformError(`The platform did not delete the versions ${numbers} of ${of}`, {
    hint: `The current version and versions that runs still use cannot be deleted.${why.length > 0 ? ` The platform says: ${why.join('; ')}.` : ''}`,
    reach: 'answered',
  });
}
