import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, PartlyDoneError, PlatformError } from '../errors/errors';
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

/** Where something is, by the fields of newer platforms; what a platform lacks is left out. */
const KINDS = {
  job: { query: 'job', mutation: 'moveJob', fields: writtenFields('name project { id }') },
  pipeline: {
    query: PIPELINE_RUNS.parentQuery,
    mutation: 'movePipeline',
    fields: writtenFields(
      'name projectId project { id } movableState { movable reasons { reason offendingName } }',
    ),
  },
  volume: { query: 'volume', mutation: 'moveVolume', fields: writtenFields('name projectId') },
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
 * Prepares to move something to another project of the platform; it is never asked for twice.
 * @throws PlatformError if the pipeline says that it cannot be moved; nothing is sent then
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
  const asked = { name: query, what, id: previousId, fields };
  const found = await readOneEntity(endpoint, () => asked, options);
  if (!isObject(found)) throw unknownEntity(what, previousId);
  const moved = { name: found.name, previousId, projectId };
  const currentProjectId = textOf(found.projectId ?? fieldsOf(found.project).id);
  // IDs are UUIDs, which are the same in capital letters.
  if (currentProjectId?.toLowerCase() === projectId.toLowerCase()) {
    return async () => ({ id: previousId, ...moved, action: 'unchanged' });
  }
  requireMovable(`${what} ${previousId}`, found.movableState);
  return async () => {
    const id = textOf(await send());
    if (id !== undefined) return { id, ...moved, action: 'moved' };
    throw new PartlyDoneError(
      `The ${what} ${previousId} was moved, but the platform did not return its new ID`,
      { hint: 'List what is in the target project. Do not move it again.', reach: 'answered' },
    );
  };
}

/** @param state why it cannot be moved; only pipelines say so */
function requireMovable(which: string, state: unknown): void {
  const { movable, reasons } = fieldsOf(state);
  if (movable !== false) return;
  const named = objectsIn<Record<string, unknown>>(reasons).map(({ reason, offendingName }) =>
    textOf(offendingName) ? `${textOf(reason)} (${textOf(offendingName)})` : textOf(reason),
  );
  throw new PlatformError(`The ${which} cannot be moved now`, {
    hint: `The platform says: ${named.join(', ') || 'it is not movable'}. Nothing was sent.`,
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
