import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { Entity, InProject, PreparedChange } from '../../../platform/resources/entities';
import type { UsualVerbs } from '../../../platform/resources/resource';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import { readIdentifier } from '../../../platform/input/identifiers';
import { pagingFields, upToLimit } from '../../shared/items/paging';
import { projectLocator, targetProjectLocator } from '../../shared/locators/locators';
import { pickedName } from '../../shared/parameters/itemIdentity';
import { changeOperation, type ItemCall, type Operation } from '../../shared/operation/operation';
import { updateFields } from '../../shared/parameters/collections';
import { lastRunOptions, prepareLastRuns } from '../runs/read/lastRuns';
import { fields, type OutputFields } from '../../shared/operation/output';
import { DELETED, UPSERTED } from '../outputs';
import type { Runnable } from '../runs/runnable';
import { entityOutput, labelledItem } from './entityOutput';
import { readChanges, versionNumber, versionNumbers } from './settings';

/** A kind of thing on the canvas. */
export interface EntityKind {
  /** As in "Run app". */
  noun: string;
  /** Returns the client's methods for them. */
  resource(client: PlatformClient): UsualVerbs;
  /** How a user chooses one: the last field is the locator; what comes before it narrows its list. */
  picker: readonly [...INodeProperties[], INodeProperties];
  /** See `Operation`. */
  simplified?: readonly string[];
  /** The output of a change; of `get`, if that is more; of an entry of a list; and of a version. */
  output: OutputFields;
  readOutput?: OutputFields;
  listed?: OutputFields;
  version?: OutputFields;
}

type Call = ItemCall<PlatformClient>;
type Prepared = Promise<PreparedChange<object>>;
type MenuEntry = Pick<Operation<PlatformClient>, 'value' | 'name' | 'description'> & {
  /** In sentence case; needed if the name has several words. */
  action?: string;
};

interface Listed {
  list(projectId: unknown, options: CallOptions): Promise<Array<Entity & InProject>>;
}

/** @param runnable if they have runs */
export function getMany(
  { noun, simplified, listed: output }: EntityKind,
  resource: (client: PlatformClient) => Listed,
  runnable?: Runnable,
): Operation<PlatformClient> {
  const plural = `${noun}s`;
  return {
    value: 'getAll',
    name: 'Get Many',
    action: `Get many ${plural}`,
    description: `Get many ${plural} of a project`,
    output,
    simplified,
    fields: [projectLocator, ...pagingFields, ...(runnable ? [lastRunOptions(plural)] : [])],

    async run(call) {
      const { parameters, client, options } = call;
      const wantedOf = runnable
        ? prepareLastRuns(call, runnable)
        : async (entries: Array<Entity & InProject>) => upToLimit(call, entries);
      const projectId = parameters.locator('projectId');
      const entries = await resource(client).list(projectId, options);
      // Older platforms do not return it; where the project was picked, its name is known.
      const projectName = pickedName('projectId', parameters) ?? null;
      const wanted = await wantedOf(
        entries.map((entry) => ({ ...entry, projectName: entry.projectName ?? projectName })),
      );
      const labelled = await client.withTechnologyLabels(wanted, options);
      return labelled.map((entry) => ({ json: entityOutput(client, noun, entry) }));
    },
  };
}

export function get(kind: EntityKind, description: string): Operation<PlatformClient> {
  const { noun, picker, simplified, output, readOutput = output } = kind;
  return {
    value: 'get',
    name: 'Get',
    action: `Get ${noun}`,
    description,
    output: readOutput,
    simplified,
    fields: [...picker],

    async run(call) {
      const entity = await kind.resource(call.client).get(idOf(kind, call), call.options);
      return await labelledItem(call, noun, entity);
    },
  };
}

interface Change extends MenuEntry {
  fields: INodeProperties[];
  isRepeatable: boolean;
  secretParameters?: string[];
  output?: OutputFields;
  prepare: (call: Call) => Prepared;
}

/** A change that results in one entity: it is prepared for all items before the first one is sent. */
export function change({ noun, simplified, output }: EntityKind, { prepare, ...entry }: Change) {
  return changeOperation({
    action: `${entry.name} ${noun}`,
    output,
    simplified,
    ...entry,
    read: prepare,
    change: async (call, send) => await labelledItem(call, noun, await send(call.mayHaveBeenMade)),
  });
}

/** Makes a new one. */
export function createOne(
  kind: EntityKind,
  entry: Pick<Change, 'description' | 'fields' | 'secretParameters' | 'prepare'>,
) {
  return change(kind, { isRepeatable: false, value: 'create', name: 'Create', ...entry });
}

type PrepareById = (client: PlatformClient, id: string, options: CallOptions) => Prepared;

/** A change that needs the ID alone. */
export function act(
  kind: EntityKind,
  { prepare, ...entry }: MenuEntry & { isRepeatable: boolean; prepare: PrepareById },
) {
  return change(kind, {
    ...entry,
    fields: [...kind.picker],
    prepare: async (call) => await prepare(call.client, idOf(kind, call), call.options),
  });
}

export function remove(kind: EntityKind, description: string) {
  const entry = { value: 'delete', name: 'Delete', description };
  const outcome = { ...kind, simplified: undefined, output: DELETED };
  return act(outcome, {
    ...entry,
    isRepeatable: true,
    prepare: (client, id, options) => kind.resource(client).prepareDelete(id, options),
  });
}

interface Edit {
  description: string;
  changeable: INodeProperties[];
}

export function update(kind: EntityKind, { changeable, description }: Edit) {
  return change(kind, {
    isRepeatable: true,
    value: 'update',
    name: 'Update',
    description,
    fields: [...kind.picker, updateFields(changeable)],
    prepare: async (call) => {
      const changes = readChanges(call.parameters, 'updateFields');
      return await kind
        .resource(call.client)
        .prepareUpdate(idOf(kind, call), changes, call.options);
    },
  });
}

export function duplicate(kind: EntityKind, { changeable, description }: Edit) {
  return change(kind, {
    isRepeatable: false,
    value: 'duplicate',
    name: 'Duplicate',
    description,
    fields: [...kind.picker, updateFields(changeable, 'The settings that differ in the copy')],
    prepare: async (call) => {
      const changes = readChanges(call.parameters, 'updateFields');
      return await kind
        .resource(call.client)
        .prepareDuplicate(idOf(kind, call), changes, call.options);
    },
  });
}

export function rollback(kind: EntityKind, entry: Pick<Change, 'isRepeatable' | 'description'>) {
  return change(kind, {
    ...entry,
    value: 'rollback',
    name: 'Roll Back',
    action: `Roll back ${kind.noun}`,
    fields: [...kind.picker, versionNumber],
    output: kind.readOutput ?? kind.output,
    prepare: async (call) => {
      const number = call.parameters.number('versionNumber');
      return await kind
        .resource(call.client)
        .prepareRollback(idOf(kind, call), number, call.options);
    },
  });
}

export function move(noun: 'job' | 'pipeline' | 'volume', kind: EntityKind, description: string) {
  return changeOperation({
    value: 'move',
    name: 'Move',
    action: `Move ${noun}`,
    description,
    isRepeatable: false,
    output: fields('id'),
    fields: [...kind.picker, targetProjectLocator],
    read: async (call: Call) =>
      await call.client.directCalls.prepareMove(
        noun,
        idOf(kind, call),
        call.parameters.locator('targetProjectId'),
        call.options,
      ),
    change: async (_call, send) => ({ json: { id: await send() } as IDataObject }),
  });
}

export function deleteVersions(noun: 'job' | 'pipeline', kind: EntityKind, description: string) {
  return changeOperation({
    value: 'deleteVersions',
    name: 'Delete Versions',
    action: `Delete versions of ${noun}`,
    description,
    isRepeatable: false,
    output: fields('number:integer success:boolean'),
    fields: [...kind.picker, versionNumbers],
    read: async (call: Call) =>
      await call.client.directCalls.prepareDeleteVersions(
        noun,
        idOf(kind, call),
        call.parameters.value('versionNumbers'),
        call.options,
      ),
    change: async (_call, send) =>
      [await send()].flat().map((version) => ({ json: version as IDataObject })),
  });
}

interface AddVersion extends Pick<
  Operation<PlatformClient>,
  'description' | 'fields' | 'simplified'
> {
  prepare: (call: Call, id: string) => Prepared;
}

/** Adds a version, which becomes the current one. */
export function addVersion(kind: EntityKind, { prepare, fields, ...entry }: AddVersion) {
  const { noun, picker, version } = kind;
  return changeOperation({
    isRepeatable: false,
    value: 'addVersion',
    name: 'Add Version',
    action: `Add version to ${noun}`,
    output: { [`${noun}Id`]: 'string', ...version },
    ...entry,
    fields: [...picker, ...fields],

    async read(call: Call) {
      const id = idOf(kind, call);
      return { id, add: await prepare(call, id) };
    },

    async change(_call, { id, add }) {
      return { json: { [`${noun}Id`]: id, ...(await add()) } as IDataObject };
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
    output: { ...(kind.readOutput ?? kind.output), ...UPSERTED },
    prepare,
  });
}

export function idOf({ noun, picker }: EntityKind, { parameters }: Call): string {
  const [{ name }] = picker.slice(-1) as [INodeProperties];
  return readIdentifier(parameters.locator(name), noun);
}
