import type { PlatformClient } from '../../../platform/client';
import { InvalidInputError } from '../../../platform/errors/errors';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import { readIdentifier } from '../../../platform/input/identifiers';
import type { PreparedChange } from '../../../platform/resources/entities';
import { changeEachItem, inputOf, type ItemInput, readEachItem } from '../../shared/items/items';
import { targetProjectLocator } from '../../shared/locators/locators';
import type { ItemCall, Operation } from '../../shared/operation/operation';
import { type EntityKind, idOf } from './entityOperations';
import { labelledItem } from './entityOutput';

interface Move {
  description: string;
  /** What the client prepares it with. */
  prepare(
    client: PlatformClient,
  ): (
    id: unknown,
    targetProjectId: unknown,
    options: CallOptions,
  ) => Promise<PreparedChange<object>>;
}

interface WantedMove {
  id: string;
  targetProjectId: string;
}

type Call = ItemCall<PlatformClient>;

/** Moves something to another project: once, however many items ask for it. */
export function move(kind: EntityKind, { description, prepare }: Move): Operation<PlatformClient> {
  const { noun, picker } = kind;
  const readMove = (call: Call): WantedMove => ({
    id: readIdentifier(idOf(kind, call), noun),
    targetProjectId: readIdentifier(call.parameters.locator('targetProjectId'), 'target project'),
  });
  return {
    value: 'move',
    name: 'Move',
    action: `Move ${noun}`,
    description,
    rights: ['move'],
    fields: [...picker, targetProjectLocator],

    async runTogether(call) {
      const wanted = await readEachItem(call, readMove);
      const things = thingsOf(wanted);
      return await changeEachItem(call, {
        isRepeatable: false,
        sameAs: ({ itemIndex }) => things.get(itemIndex)?.firstItem ?? itemIndex,
        async read(itemCall: Call) {
          const { id, targetProjectId } = inputOf(wanted, itemCall);
          if ((things.get(itemCall.itemIndex)?.targets.size ?? 1) > 1) throw unclear(noun, id);
          return await prepare(call.client)(id, targetProjectId, itemCall.options);
        },
        change: async (itemCall: Call, send: unknown) =>
          await labelledItem(itemCall, noun, await (send as PreparedChange<object>)()),
      });
    },
  };
}

/** Something that items move. */
interface Thing {
  firstItem: number;
  targets: Set<string>;
}

/** What each item moves; IDs are UUIDs, which are the same in capital letters. */
function thingsOf(wanted: ReadonlyArray<ItemInput<WantedMove>>): Map<number, Thing> {
  const byId = new Map<string, Thing>();
  const byItem = new Map<number, Thing>();
  for (const [item, read] of wanted.entries()) {
    if ('failure' in read) continue;
    const { id, targetProjectId } = read.input;
    const thing = byId.get(id.toLowerCase()) ?? { firstItem: item, targets: new Set() };
    thing.targets.add(targetProjectId.toLowerCase());
    byId.set(id.toLowerCase(), thing);
    byItem.set(item, thing);
  }
  return byItem;
}

function unclear(noun: string, id: string): InvalidInputError {
  return new InvalidInputError(
    `Items move the ${noun} ${id} to different projects`,
    'Keep only one of these items. Nothing was sent for them.',
  );
}
