import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { Entity, InProject, PreparedChange } from '../../../platform/resources/entities';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import { pagingFields, upToLimit } from '../../shared/items/paging';
import { projectLocator } from '../../shared/locators/locators';
import { pickedName } from '../../shared/parameters/itemIdentity';
import { changeOperation, type ItemCall, type Operation } from '../../shared/operation/operation';
import type { Need } from '../../shared/operation/rights';
import { updateFields } from '../../shared/parameters/collections';
import { lastRunOptions, prepareLastRuns } from '../runs/read/lastRuns';
import type { Runnable } from '../runs/runnable';
import { entityOutput, labelledItem } from './entityOutput';
import { readChanges, versionNumber, versionNumbers, type AddedSettings } from './settings';

/** A kind of thing on the canvas. */
export interface EntityKind {
  /** As in "Run app". */
  noun: string;
  /** How a user chooses one: the last field is the locator; what comes before it narrows its list. */
  picker: readonly [...INodeProperties[], INodeProperties];
  /** See `Operation`. */
  simplified?: readonly string[];
}

type Call = ItemCall<PlatformClient>;
type Prepared = Promise<PreparedChange<object>>;
type MenuEntry = Pick<Operation<PlatformClient>, 'value' | 'name' | 'description' | 'rights'> & {
  /** In sentence case; needed if the name has several words. */
  action?: string;
};
type OfClient<Function> = (client: PlatformClient) => Function;

/** @param runnable if they have runs */
export function getMany(
  { noun, simplified }: EntityKind,
  list: OfClient<(projectId: unknown, options: CallOptions) => Promise<Array<Entity & InProject>>>,
  runnable?: Runnable,
): Operation<PlatformClient> {
  const plural = `${noun}s`;
  return {
    value: 'getAll',
    name: 'Get Many',
    action: `Get many ${plural}`,
    description: `Get many ${plural} of a project`,
    simplified,
    fields: [projectLocator, ...pagingFields, ...(runnable ? [lastRunOptions(plural)] : [])],

    async run(call) {
      const { parameters, client, options } = call;
      const wantedOf = runnable
        ? await prepareLastRuns(call, runnable)
        : async (entries: Array<Entity & InProject>) => upToLimit(call, entries);
      const projectId = parameters.locator('projectId');
      const listed = await list(client)(projectId, options);
      // Older platforms do not return it; where the project was picked, its name is known.
      const projectName = pickedName('projectId', parameters) ?? null;
      const wanted = await wantedOf(
        listed.map((entry) => ({ ...entry, projectName: entry.projectName ?? projectName })),
      );
      const labelled = await client.withTechnologyLabels(wanted, options);
      return labelled.map((entry) => ({ json: entityOutput(client, noun, entry) }));
    },
  };
}

/** @param read what the client reads one with */
export function get(
  kind: EntityKind,
  description: string,
  read: OfClient<(id: unknown, options: CallOptions) => Promise<object>>,
): Operation<PlatformClient> {
  const { noun, picker, simplified } = kind;
  return {
    value: 'get',
    name: 'Get',
    action: `Get ${noun}`,
    description,
    simplified,
    fields: [...picker],

    async run(call) {
      const entity = await read(call.client)(idOf(kind, call), call.options);
      return await labelledItem(call, noun, entity);
    },
  };
}

interface Change extends MenuEntry {
  fields: INodeProperties[];
  isRepeatable: boolean;
  secretParameters?: string[];
  prepare(call: Call): Prepared;
}

/** A change that results in one entity: it is prepared for all items before the first one is sent. */
export function change({ noun, simplified }: EntityKind, { prepare, ...entry }: Change) {
  return changeOperation({
    action: `${entry.name} ${noun}`,
    simplified,
    ...entry,
    read: prepare,
    change: async (call, send) => await labelledItem(call, noun, await send(call.mayHaveBeenMade)),
  });
}

/** Makes a new one. */
export function createOne(
  kind: EntityKind,
  entry: Pick<Change, 'description' | 'fields' | 'rights' | 'secretParameters' | 'prepare'>,
) {
  return change(kind, { isRepeatable: false, value: 'create', name: 'Create', ...entry });
}

interface Act extends MenuEntry {
  isRepeatable: boolean;
  prepare: OfClient<(id: unknown, options: CallOptions) => Prepared>;
}

/** A change that needs the ID alone. */
export function act(kind: EntityKind, { prepare, ...entry }: Act) {
  return change(kind, {
    ...entry,
    fields: [...kind.picker],
    prepare: async (call) => await prepare(call.client)(idOf(kind, call), call.options),
  });
}

/** @param prepare what the client prepares it with */
export function remove(kind: EntityKind, description: string, prepare: Act['prepare']) {
  const entry = { value: 'delete', name: 'Delete', description };
  return act({ ...kind, simplified: undefined }, { ...entry, isRepeatable: true, prepare });
}

interface Edit {
  description: string;
  rights?: readonly Need[];
  changeable: INodeProperties[];
  prepare: OfClient<(id: unknown, changes: AddedSettings, options: CallOptions) => Prepared>;
}

export function update(kind: EntityKind, edit: Edit) {
  const entry = { value: 'update', name: 'Update', isRepeatable: true };
  return change(kind, { ...entry, ...editOf(kind, edit) });
}

export function duplicate(kind: EntityKind, edit: Edit) {
  const entry = { value: 'duplicate', name: 'Duplicate', isRepeatable: false };
  return change(kind, { ...entry, ...editOf(kind, edit, 'The settings that differ in the copy') });
}

function editOf(kind: EntityKind, { changeable, prepare, ...entry }: Edit, changes?: string) {
  return {
    ...entry,
    fields: [...kind.picker, updateFields(changeable, changes)],
    prepare: async (call: Call) => {
      const settings = readChanges(call.parameters, 'updateFields');
      return await prepare(call.client)(idOf(kind, call), settings, call.options);
    },
  };
}

interface RollBack {
  description: string;
  isRepeatable: boolean;
  prepare: OfClient<(id: unknown, versionNumber: unknown, options: CallOptions) => Prepared>;
}

export function rollback(kind: EntityKind, { prepare, ...entry }: RollBack) {
  return change(kind, {
    value: 'rollback',
    name: 'Roll Back',
    action: `Roll back ${kind.noun}`,
    ...entry,
    fields: [...kind.picker, versionNumber],
    prepare: async (call) => {
      const number = call.parameters.number('versionNumber');
      return await prepare(call.client)(idOf(kind, call), number, call.options);
    },
  });
}

interface DeleteVersions {
  description: string;
  prepare: OfClient<(id: unknown, versionNumbers: unknown, options: CallOptions) => Prepared>;
}

export function deleteVersions(kind: EntityKind, { prepare, description }: DeleteVersions) {
  return change(kind, {
    isRepeatable: true,
    value: 'deleteVersions',
    name: 'Delete Versions',
    action: `Delete versions of ${kind.noun}`,
    description,
    fields: [...kind.picker, versionNumbers],
    prepare: async (call) => {
      const numbers = call.parameters.value('versionNumbers');
      return await prepare(call.client)(idOf(kind, call), numbers, call.options);
    },
  });
}

export function upsert(
  kind: EntityKind,
  { fields, prepare }: Pick<Change, 'fields' | 'prepare'>,
): Operation<PlatformClient> {
  return change(kind, {
    isRepeatable: false,
    value: 'upsert',
    name: 'Create or Update',
    action: `Create or update ${kind.noun}`,
    description: 'Create a new record, or update the current one if it already exists (upsert)',
    fields,
    prepare,
  });
}

export function idOf({ picker }: EntityKind, { parameters }: Call): unknown {
  const [{ name }] = picker.slice(-1) as [INodeProperties];
  return parameters.locator(name);
}
