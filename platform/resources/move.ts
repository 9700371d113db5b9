import type { GraphQLSchema } from 'graphql';
import {
  InvalidInputError,
  OutcomeUnknownError,
  PartlyDoneError,
  PlatformError,
} from '../errors/errors';
import type { Platform } from '../connection/platform';
import { prepareRootField, readOneEntity, type RootFieldCall } from '../graphql/call/callRootField';
import { idArgument, requireIdFor } from '../graphql/call/commonArguments';
import type { RootField } from '../graphql/schema/rootFields';
import { writtenFields } from '../graphql/selection/supported';
import type { CallOptions } from '../graphql/send/endpoint';
import { readIdentifier } from '../input/identifiers';
import { PIPELINE_RUNS } from '../runs/kinds';
import { fieldsOf, isObject, textOf } from '../text/values';
import { objectsIn, unknownEntity, type PreparedChange } from './entities';

/** Where something is and goes, by the fields of newer platforms; what a platform lacks is left out. */
const KINDS = {
  job: {
    query: 'job',
    mutation: 'moveJob',
    fields: writtenFields('name project { id } migrationStatus migrationProjectId migrationJobId'),
  },
  pipeline: {
    query: PIPELINE_RUNS.parentQuery,
    mutation: 'movePipeline',
    fields: writtenFields(
      `name projectId project { id } migrationStatus targetMigration { projectId pipelineId }
       movableState { movable reasons { reason offendingName } }`,
    ),
  },
  volume: {
    query: 'volume',
    mutation: 'moveVolume',
    fields: writtenFields('name projectId migrationStatus migrationProjectId migrationVolumeId'),
  },
} as const;

type Movable = keyof typeof KINDS;

export interface Moved {
  /** In the target project: platforms may give what was moved another one. */
  id: string;
  name?: unknown;
  /** As it was asked for. */
  previousId: string;
  projectId: string;
  action: 'moved' | 'unchanged';
}

/**
 * Prepares to move something to another project of the platform. It is never asked for twice: if the response is lost, the thing
 * itself may say that it has moved.
 * @throws PlatformError if the platform says that it cannot be moved; nothing is sent then
 */
export async function prepareMove(
  platform: Platform,
  what: Movable,
  given: unknown,
  targetProjectId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Moved>> {
  const endpoint = platform.projects;
  const { query, mutation, fields } = KINDS[what];
  const previousId = readIdentifier(given, what);
  const projectId = readIdentifier(targetProjectId, 'target project');
  const targetPlatformId = readPlatformNumber(platform.id);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const target = root.field.args.find(({ name }) => name === 'targetProjectId');
    if (target) requireIdFor(target, 'project', projectId);
    return {
      arguments: {
        ...idArgument(root, what, previousId),
        targetPlatformId,
        targetProjectId: projectId,
      },
      ifLost: `Before you try again, check whether the ${what} is in the target project`,
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', mutation, call, options);
  const read = async (): Promise<Place> => {
    const asked = { name: query, what, id: previousId, fields };
    const found = await readOneEntity(endpoint, () => asked, options);
    if (!isObject(found)) throw unknownEntity(what, previousId);
    return placeIn(what, found);
  };
  const before = await read();
  const moved = { name: before.name, previousId, projectId };
  if (isSame(before.projectId, projectId)) {
    return async () => ({ id: previousId, ...moved, action: 'unchanged' });
  }
  requireMovable(`${what} ${previousId}`, before);
  return async () => {
    try {
      const id = textOf(await send());
      if (id === undefined) throw withoutNewId(`${what} ${previousId}`);
      return { id, ...moved, action: 'moved' };
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const now = await read().catch(() => undefined);
      const id = now && idAfterMove(previousId, projectId, before, now);
      if (id === undefined) throw error;
      return { id, ...moved, action: 'moved' };
    }
  };
}

/** What tells where something is. */
interface Place {
  name?: unknown;
  projectId: unknown;
  /** MIGRATING_IN, MIGRATING_OUT, READY or FAILED. */
  status: unknown;
  /** Where it goes or went. */
  targetProjectId: unknown;
  /** Its ID there. */
  targetId: unknown;
  /** Why it cannot be moved; only pipelines say so. */
  refusal?: { reasons: string[] };
}

function placeIn(what: Movable, found: Record<string, unknown>): Place {
  const { name, project, migrationStatus: status, targetMigration, movableState } = found;
  const target = fieldsOf(targetMigration);
  const { movable, reasons } = fieldsOf(movableState);
  const targetIds = {
    job: found.migrationJobId,
    pipeline: target.pipelineId,
    volume: found.migrationVolumeId,
  };
  return {
    name,
    status,
    projectId: found.projectId ?? fieldsOf(project).id,
    targetProjectId: found.migrationProjectId ?? target.projectId,
    targetId: targetIds[what],
    ...(movable === false && {
      refusal: { reasons: objectsIn<Reason>(reasons).map(textOfReason) },
    }),
  };
}

interface Reason {
  reason?: unknown;
  offendingName?: unknown;
}

function textOfReason({ reason, offendingName }: Reason): string {
  const name = textOf(offendingName);
  return name === undefined ? String(reason) : `${String(reason)} (${name})`;
}

function requireMovable(which: string, { status, refusal }: Place): void {
  const reasons = refusal?.reasons ?? [];
  if (status === 'MIGRATING_IN' || status === 'MIGRATING_OUT') reasons.push(status);
  if (!refusal && reasons.length === 0) return;
  throw new PlatformError(`The ${which} cannot be moved now`, {
    hint: `The platform says: ${reasons.join(', ') || 'it is not movable'}. Nothing was sent.`,
    reach: 'answered',
  });
}

/** Its new ID, if what is read after a lost response says that it has moved or is on its way; undefined if that is not certain. */
function idAfterMove(
  previousId: string,
  target: string,
  before: Place,
  now: Place,
): string | undefined {
  if (isSame(now.projectId, target)) return previousId;
  const isNew = !isSame(before.targetProjectId, target) && isSame(now.targetProjectId, target);
  return isNew && now.status !== 'FAILED' ? textOf(now.targetId) : undefined;
}

/** IDs are UUIDs, which are the same in capital letters. */
function isSame(id: unknown, other: string): boolean {
  return textOf(id)?.toLowerCase() === other.toLowerCase();
}

function withoutNewId(which: string): PartlyDoneError {
  return new PartlyDoneError(`The ${which} was moved, but the platform did not return its new ID`, {
    hint: 'List what is in the target project. Do not move it again.',
    reach: 'answered',
  });
}

/** The mutations take a whole number, as the platforms of addresses have. */
function readPlatformNumber(id: string): number {
  if (/^\d{1,9}$/.test(id)) return Number(id);
  throw new InvalidInputError(
    `The platform ID "${id}" is not a number`,
    'Only platforms with a number can move something between projects. Check "Platform ID" in the credential. Nothing was sent.',
  );
}
