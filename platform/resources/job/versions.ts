import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, PlatformError } from '../../errors/errors';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { repeatableChange } from '../../http/retry';
import { readJobId } from '../../input/identifiers';
import { jobs, type JobDetails } from './job';
import { callById, objectsIn, type Entity, type PreparedChange } from '../entities';
import { readAfterwards, readVersionNumber } from '../changes';

const DELETED_FIELDS = writtenFields('number success');
const DELETABLE_FIELDS = writtenFields('id versions { number deletableState { reasons } }');

/** A job after versions of it were deleted. */
interface JobWithDeletedVersions extends JobDetails {
  deletedVersions: number[];
  /** Those that the platform refuses to delete, and why, in its words, where it tells. */
  keptVersions: KeptVersion[];
}

interface KeptVersion {
  number: number;
  reasons: string[];
}

/** Prepares to delete versions of a job. It is repeated if the response was lost: a version goes only once. */
export async function prepareDeleteJobVersions(
  endpoint: GraphqlEndpoint,
  jobId: unknown,
  versionNumbers: unknown,
  options?: CallOptions,
): Promise<PreparedChange<JobWithDeletedVersions>> {
  const id = readJobId(jobId);
  const numbers = readVersionNumbers(versionNumbers);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: { ...idArgument(root, 'job', id), jobVersionNumbers: numbers },
    selection: { mode: 'supported', text: DELETED_FIELDS },
    idempotent: true,
  });
  const send = await prepareRootField(endpoint, 'mutation', 'deleteJobVersions', call, options);
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, () => false, mayHaveBeenMade);
    const asked = `The platform responded to the deletion of the versions ${numbers.join(', ')} of the job ${id}`;
    const left = await readAfterwards(
      'job',
      asked,
      async () => await versionsLeft(endpoint, id, options),
    );
    const keptVersions = numbers.flatMap((number) => {
      const reasons = left.get(number);
      return reasons ? [{ number, reasons }] : [];
    });
    if (keptVersions.length === numbers.length) throw notDeleted(id, keptVersions);
    const deletedVersions = numbers.filter((number) => !left.has(number));
    const done = `The versions ${deletedVersions.join(', ')} of job ${id} were deleted`;
    const job = await readAfterwards(
      'job',
      done,
      async () => await jobs(endpoint).get(id, options),
    );
    return { ...job, deletedVersions, keptVersions };
  };
}

interface VersionState {
  number?: number;
  deletableState?: { reasons?: unknown } | null;
}

/** Where a response was lost, only what is left tells what was deleted. */
async function versionsLeft(
  endpoint: GraphqlEndpoint,
  jobId: string,
  options?: CallOptions,
): Promise<Map<number, string[]>> {
  const call = { kind: 'query', name: 'job', what: 'job', fields: DELETABLE_FIELDS } as const;
  const job = await callById<Entity & { versions?: unknown }>(endpoint, call, jobId, options);
  return new Map(
    objectsIn<VersionState>(job.versions).flatMap(({ number, deletableState }) => {
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

function notDeleted(jobId: string, kept: KeptVersion[]): PlatformError {
  const why = kept.flatMap(({ number, reasons }) =>
    reasons.length > 0 ? [`version ${number}: ${reasons.join(', ')}`] : [],
  );
  const numbers = kept.map(({ number }) => number).join(', ');
  return new PlatformError(`The platform did not delete the versions ${numbers} of job ${jobId}`, {
    hint: `The current version and versions that runs still use cannot be deleted.${why.length > 0 ? ` The platform says: ${why.join('; ')}.` : ''}`,
    reach: 'answered',
  });
}
