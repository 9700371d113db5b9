import { PartlyDoneError, PlatformError } from '../errors/errors';
import type { WantedInput } from '../graphql/call/inputObject';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { prepareEdit, requireChanges, type EditMutation } from './editing';
import { prepareById, type Entity, type PreparedChange } from './entities';
import { withNewId } from './identified';

/** How a kind of entity is copied. */
interface DuplicateMutation {
  /** The mutation's name. */
  name: string;
  /** How the copy is changed. */
  edition: EditMutation;
  /** What the mutation takes besides the ID. */
  more?: Record<string, unknown>;
}

/** Prepares to copy one entity and to change what was set of the copy; never a second copy where the response is lost. */
export async function prepareDuplication<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  { name, edition, more }: DuplicateMutation,
  original: string,
  wanted: WantedInput,
  options?: CallOptions,
): Promise<PreparedChange<Result>> {
  const { what, fields } = edition;
  const whereToLook = `Before you try again, check whether a copy exists among the ${what}s of the project`;
  const call = {
    kind: 'mutation',
    name,
    what,
    fields,
    more,
    ifLost: whereToLook,
    createsEntity: true,
  } as const;
  const send = await prepareById<Result>(endpoint, call, original, options);
  const duplicate = async () => withNewId(await send(), 'copy', whereToLook);
  const hasChanges = Object.keys({ ...wanted.values, ...wanted.more }).length > 0;
  if (!hasChanges) return duplicate;
  // Whether the copy can be changed like this is known before it is made: its ID alone is not.
  requireChanges(wanted);
  await prepareEdit(endpoint, edition, original, wanted, options);
  return async () => {
    const { id } = await duplicate();
    try {
      const edit = await prepareEdit<Result>(endpoint, edition, id, wanted, options);
      return await edit();
    } catch (error) {
      throw error instanceof PlatformError ? unchangedCopy(id, error) : error;
    }
  };
}

function unchangedCopy(id: string, error: PlatformError): PartlyDoneError {
  return new PartlyDoneError(`The copy ${id} was created but not updated: ${error.message}`, {
    hint: `Update or delete the copy. Do not duplicate again. ${error.hint}`,
    reach: 'answered',
    status: error.status,
    cause: error,
  });
}
