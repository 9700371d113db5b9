import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { PreparedChange } from '../../../platform/entities/entities';
import { changeOperation, type ItemCall, type Operation } from '../../shared/operation/operation';
import { labelledItem } from './labelledItem';

/** How a user chooses what has an ID. */
export interface EntityPicker {
  /** As in "Run app". */
  noun: string;
  /** The last one is the locator; what comes before it narrows its list. */
  fields: readonly [...INodeProperties[], INodeProperties];
}

type OperationById = Pick<Operation<PlatformClient>, 'value' | 'name' | 'description'> & {
  /** In sentence case; needed where the name has several words. */
  action?: string;
};

interface ReadById extends OperationById {
  /** What the client does with the ID. */
  read(client: PlatformClient): (id: unknown, options: CallOptions) => Promise<object>;
}

interface ChangeById extends OperationById {
  isRepeatable: boolean;
  /** What the client prepares with the ID. */
  prepare(
    client: PlatformClient,
  ): (id: unknown, options: CallOptions) => Promise<PreparedChange<object>>;
}

/** Reads one entity by its ID; needs no other parameter. */
export function readById(
  picker: EntityPicker,
  { read, ...entry }: ReadById,
): Operation<PlatformClient> {
  return {
    ...menuEntry(picker, entry),

    async run(call) {
      return await labelledItem(call, await read(call.client)(idOf(picker, call), call.options));
    },
  };
}

/** Changes one entity by its ID; needs no other parameter. */
export function changeById(
  picker: EntityPicker,
  { prepare, isRepeatable, ...entry }: ChangeById,
): Operation<PlatformClient> {
  return changeOperation({
    ...menuEntry(picker, entry),
    isRepeatable,

    async read(call: ItemCall<PlatformClient>) {
      return await prepare(call.client)(idOf(picker, call), call.options);
    },

    async change(call, make) {
      return await labelledItem(call, await make(call.mayHaveBeenMade));
    },
  });
}

function menuEntry({ noun, fields }: EntityPicker, entry: OperationById) {
  return { action: `${entry.name} ${noun}`, ...entry, fields: [...fields] };
}

function idOf({ fields }: EntityPicker, { parameters }: ItemCall<PlatformClient>): unknown {
  const [{ name }] = fields.slice(-1) as [INodeProperties];
  return parameters.locator(name);
}
