import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { Entity, InProject, PreparedChange } from '../../../platform/resources/entities';
import type { Settings, UsualMethods } from '../../../platform/resources/resource';
import { pagingFields, takeUpToLimit } from '../../shared/items/paging';
import { projectLocator } from '../../shared/locators/locators';
import { type EntityChange, Kind, type KindDefinition } from '../../shared/operation/kind';
import { defineChange, type ItemCall, type Operation } from '../../shared/operation/operation';
import { defineFields, type OutputFields } from '../../shared/operation/output';
import { buildAdditionalFields, buildUpdateFields } from '../../shared/parameters/collections';
import type { ItemParameters } from '../../shared/parameters/nodeParameters';
import { readPickedName } from '../../shared/parameters/itemIdentity';
import { buildLastRunOptions, prepareLastRuns } from '../runs/read/lastRuns';
import type { Runnable } from '../runs/runnable';
import { buildEntityOutput, buildEntityItem } from './entityOutput';
import { readChanges, readSettingFields } from './settings';

interface ProjectKindDefinition<Methods extends UsualMethods> extends KindDefinition<
  PlatformClient,
  Methods
> {
  listOutput?: OutputFields;
  versionOutput?: OutputFields;
  settings?: readonly INodeProperties[];
  /** Names of settings whose values are removed from errors. */
  secretParameters?: readonly string[];
}

interface WithList extends UsualMethods {
  list(projectId: unknown, options: CallOptions): Promise<Array<Entity & InProject>>;
}

interface WithCreate extends UsualMethods {
  prepareCreate(
    projectId: unknown,
    settings: Settings<object>,
    options: CallOptions,
  ): Promise<PreparedChange<Entity>>;
}

type Call = ItemCall<PlatformClient>;
type Change<Methods> = EntityChange<PlatformClient, Methods>;
type CreateDefinition<Methods> = Pick<
  Change<Methods>,
  'description' | 'fields' | 'secretParameters' | 'output' | 'prepare'
>;

interface AskedSettings {
  /** Names of settings with their own parameter. The other settings are in a collection. */
  ask?: readonly string[];
  /** Those of `ask` that may be left empty. The others are required. */
  optional?: readonly string[];
}

interface AddVersionDefinition<Methods> extends Pick<
  Operation<PlatformClient>,
  'description' | 'fields' | 'simplified'
> {
  prepare: (call: Call, methods: Methods, id: string) => Promise<PreparedChange<object>>;
}

const targetProjectLocator: INodeProperties = {
  ...projectLocator,
  displayName: 'Target Project',
  name: 'targetProjectId',
  description: 'The project to move to, on the same platform',
};

const versionNumberField: INodeProperties = {
  displayName: 'Version Number',
  name: 'versionNumber',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 1,
  required: true,
  description: 'The number of the version to roll back to',
};

const versionNumbersField: INodeProperties = {
  displayName: 'Version Numbers',
  name: 'versionNumbers',
  type: 'string',
  default: '',
  required: true,
  placeholder: 'e.g. 1, 2, 3',
  description:
    'The numbers of the versions to delete, separated by commas. The current version and versions that runs use are kept.',
};

export class ProjectKind<Methods extends UsualMethods> extends Kind<PlatformClient, Methods> {
  constructor(override readonly definition: ProjectKindDefinition<Methods>) {
    super(definition, async (call, entity) => await buildEntityItem(call, definition.noun, entity));
  }

  /** @param runnable set if the kind has runs */
  buildGetMany(
    this: ProjectKind<Methods & WithList>,
    runnable?: Runnable,
  ): Operation<PlatformClient> {
    const { noun, methods, simplified, listOutput: output } = this.definition;
    const plural = `${noun}s`;
    return {
      value: 'getAll',
      name: 'Get Many',
      action: `Get many ${plural}`,
      description: `Get many ${plural} of a project`,
      output,
      simplified,
      fields: [projectLocator, ...pagingFields, ...(runnable ? [buildLastRunOptions(plural)] : [])],

      async run(call) {
        const { parameters, client, options } = call;
        const selectEntries = runnable
          ? prepareLastRuns(call, runnable)
          : async (entries: Array<Entity & InProject>) => takeUpToLimit(call, entries);
        const projectId = parameters.locator('projectId');
        const entries = await (await methods(call)).list(projectId, options);
        // Older platforms do not return the project's name, but the node has it if the project was picked from the list.
        const projectName = readPickedName('projectId', parameters) ?? null;
        const selected = await selectEntries(
          entries.map((entry) => ({ ...entry, projectName: entry.projectName ?? projectName })),
        );
        const labeled = await client.withTechnologyLabels(selected, options);
        return labeled.map((entry) => ({ json: buildEntityOutput(client, noun, entry) }));
      },
    };
  }

  buildCreate(this: ProjectKind<Methods & WithCreate>, description: string, asked: AskedSettings) {
    const { noun, secretParameters } = this.definition;
    const { askedFields, others } = this.divideSettings(asked);
    return this.buildCreateFrom({
      description,
      secretParameters,
      fields: [
        projectLocator,
        ...askedFields,
        ...(others.length > 0 ? [buildAdditionalFields(noun, others)] : []),
      ],
      prepare: async ({ parameters, options }, methods) => {
        const added = others.length > 0 ? readSettingFields(parameters, 'additionalFields') : {};
        const settings = addAskedValues(added, askedFields, parameters);
        return await methods.prepareCreate(parameters.locator('projectId'), settings, options);
      },
    });
  }

  /** Builds a create operation with its own fields, instead of fields for the settings of the kind. */
  buildCreateFrom(entry: CreateDefinition<Methods>) {
    return this.buildChange({ isRepeatable: false, value: 'create', name: 'Create', ...entry });
  }

  buildUpdate(description: string, asked: AskedSettings = {}) {
    const { picker, secretParameters } = this.definition;
    const { askedFields, others } = this.divideSettings(asked);
    return this.buildChange({
      isRepeatable: true,
      value: 'update',
      name: 'Update',
      description,
      secretParameters,
      fields: [...picker, ...askedFields, buildUpdateFields(others)],
      prepare: async (call, methods) => {
        const { parameters, options } = call;
        const changes = addAskedValues(
          readChanges(parameters, 'updateFields'),
          askedFields,
          parameters,
        );
        return await methods.prepareUpdate(this.readId(call), changes, options);
      },
    });
  }

  buildDuplicate(description: string) {
    const { picker, settings = [] } = this.definition;
    return this.buildChange({
      isRepeatable: false,
      value: 'duplicate',
      name: 'Duplicate',
      description,
      fields: [...picker, buildUpdateFields(settings, 'The settings that differ in the copy')],
      prepare: async (call, methods) => {
        const changes = readChanges(call.parameters, 'updateFields');
        return await methods.prepareDuplicate(this.readId(call), changes, call.options);
      },
    });
  }

  buildUpsert({ fields, prepare }: Pick<Change<Methods>, 'fields' | 'prepare'>) {
    const { noun, output, readOutput = output } = this.definition;
    return this.buildChange({
      isRepeatable: false,
      value: 'upsert',
      name: 'Create or Update',
      action: `Create or update ${noun}`,
      description: 'Create a new record, or update the current one if it already exists (upsert)',
      fields,
      output: { ...readOutput, action: 'string' },
      prepare,
    });
  }

  buildAddVersion({ prepare, fields, ...entry }: AddVersionDefinition<Methods>) {
    const { noun, methods, picker, versionOutput } = this.definition;
    return defineChange({
      isRepeatable: false,
      value: 'addVersion',
      name: 'Add Version',
      action: `Add version to ${noun}`,
      output: { [`${noun}Id`]: 'string', ...versionOutput },
      ...entry,
      fields: [...picker, ...fields],
      read: async (call: Call) => {
        const id = this.readId(call);
        return { id, add: await prepare(call, await methods(call), id) };
      },
      change: async (_call, { id, add }) => ({
        json: { [`${noun}Id`]: id, ...(await add()) } as IDataObject,
      }),
    });
  }

  buildRollback(entry: Pick<Change<Methods>, 'isRepeatable' | 'description'>) {
    const { noun, picker, output, readOutput = output } = this.definition;
    return this.buildChange({
      ...entry,
      value: 'rollback',
      name: 'Roll Back',
      action: `Roll back ${noun}`,
      fields: [...picker, versionNumberField],
      output: readOutput,
      prepare: async (call, methods) => {
        const number = call.parameters.number('versionNumber');
        return await methods.prepareRollback(this.readId(call), number, call.options);
      },
    });
  }

  buildDeleteVersions(noun: 'job' | 'pipeline', description: string) {
    return defineChange({
      value: 'deleteVersions',
      name: 'Delete Versions',
      action: `Delete versions of ${noun}`,
      description,
      isRepeatable: false,
      output: defineFields('number:integer success:boolean'),
      fields: [...this.definition.picker, versionNumbersField],
      read: async (call: Call) =>
        await call.client.directCalls.prepareDeleteVersions(
          noun,
          this.readId(call),
          call.parameters.value('versionNumbers'),
          call.options,
        ),
      change: async (_call, send) =>
        [await send()].flat().map((version) => ({ json: version as IDataObject })),
    });
  }

  buildMove(noun: 'job' | 'pipeline' | 'volume', description: string) {
    return defineChange({
      value: 'move',
      name: 'Move',
      action: `Move ${noun}`,
      description,
      isRepeatable: false,
      output: defineFields('id'),
      fields: [...this.definition.picker, targetProjectLocator],
      read: async (call: Call) =>
        await call.client.directCalls.prepareMove(
          noun,
          this.readId(call),
          call.parameters.locator('targetProjectId'),
          call.options,
        ),
      change: async (_call, send) => ({ json: { id: await send() } as IDataObject }),
    });
  }

  private divideSettings({ ask = [], optional = [] }: AskedSettings) {
    const { settings = [] } = this.definition;
    const askedFields = ask.map((name): INodeProperties => {
      const field = settings.find((setting) => setting.name === name);
      if (!field) throw new Error(`A ${this.definition.noun} has no setting "${name}" to ask for`);
      return optional.includes(name) ? field : { ...field, required: true };
    });
    return { askedFields, others: settings.filter(({ name }) => !ask.includes(name)) };
  }
}

function addAskedValues(
  { values, more }: Partial<Settings<Record<string, unknown>>>,
  askedFields: readonly INodeProperties[],
  parameters: ItemParameters,
): Settings<Record<string, unknown>> {
  const texts = askedFields.map(({ name }) => [name, parameters.text(name)] as const);
  return { values: { ...values, ...Object.fromEntries(texts) }, more };
}
