import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { repeatableChange } from '../../http/retry/repeatableChange';
import { prepareById, type PreparedChange } from '../../entities/entities';
import { readAfterwards } from './readAfterwards';
import { readVersionNumber } from './versionNumber';

const ID = writtenFields('id');

/** How versions of a kind are rolled back. */
interface Rollback<Details> {
  /** The mutation. */
  name: string;
  /** What its argument is the ID of. */
  what: string;
  /** Reads it as it is afterwards. */
  get(endpoint: GraphqlEndpoint, id: string, options?: CallOptions): Promise<Details>;
}

/** Prepares to make an earlier version the current one. It is repeated where the response was lost. */
export async function prepareRollback<Details>(
  endpoint: GraphqlEndpoint,
  { name, what, get }: Rollback<Details>,
  id: string,
  versionNumber: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Details>> {
  const call = {
    kind: 'mutation',
    name,
    what,
    fields: ID,
    more: { versionNumber: readVersionNumber(versionNumber) },
    idempotent: true,
  } as const;
  const send = await prepareById(endpoint, call, id, options);
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, () => false, mayHaveBeenMade);
    const done = `The ${what} ${id} was rolled back`;
    return await readAfterwards(what, done, async () => await get(endpoint, id, options));
  };
}
