import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import { readIdentifier } from '../../../platform/common/input/identifiers';
import type { PreparedChange } from '../../../platform/resources/entities';
import { defineChange, type ChangeOperation, type ItemCall, type ItemOperation } from './operation';
import type { OutputFields } from './output';

export interface EntityMethods {
  get(id: string, options: CallOptions): Promise<object>;
  prepareDelete(id: string, options: CallOptions): Promise<PreparedChange<object>>;
}

export interface KindDefinition<Client, Methods extends EntityMethods> {
  /** Is used in texts, such as the action "Run app". */
  noun: string;
  methods: (call: ItemCall<Client>) => Methods | Promise<Methods>;
  /** The fields to choose an entity. The last one is its locator, and the others filter the list of the locator. */
  picker: readonly [...INodeProperties[], INodeProperties];
  simplified?: readonly string[];
  output: OutputFields;
  /** The output of operations that read the entity, such as `get`, if they return more fields than `output`. */
  readOutput?: OutputFields;
}

export const DELETED = { deleted: 'boolean', id: 'string' } as const;

type ChangeBase = Pick<ItemOperation<unknown>, 'value' | 'name' | 'description'> & {
  /** In sentence case. The default is the name and the noun, which is right only if the name is one word. */
  action?: string;
  isRepeatable: boolean;
  /** Replaces the output of the kind. */
  output?: OutputFields;
  simplified?: readonly string[];
};

/** A change that returns one item. It is prepared for all items before the first change is sent. */
export interface EntityChange<Client, Methods> extends ChangeBase {
  fields: INodeProperties[];
  secretParameters?: readonly string[];
  prepare: (call: ItemCall<Client>, methods: Methods) => Promise<PreparedChange<object>>;
}

/** A change for which the ID of the entity is the only input. */
interface EntityAction<Methods> extends ChangeBase {
  prepare: (methods: Methods, id: string, options: CallOptions) => Promise<PreparedChange<object>>;
}

/** Builds the operations of one kind of entity. */
export class Kind<Client, Methods extends EntityMethods> {
  constructor(
    readonly definition: KindDefinition<Client, Methods>,
    private readonly toItem: (
      call: ItemCall<Client>,
      entity: object,
    ) => INodeExecutionData | Promise<INodeExecutionData>,
  ) {}

  buildGet(description: string): ItemOperation<Client> {
    const { noun, methods, picker, simplified, output, readOutput = output } = this.definition;
    return {
      value: 'get',
      name: 'Get',
      action: `Get ${noun}`,
      description,
      output: readOutput,
      simplified,
      fields: [...picker],
      run: async (call) => {
        const id = this.readId(call);
        return await this.toItem(call, await (await methods(call)).get(id, call.options));
      },
    };
  }

  buildChange({
    prepare,
    ...entry
  }: EntityChange<Client, Methods>): ChangeOperation<Client, unknown> {
    const { noun, methods, simplified, output } = this.definition;
    return defineChange({
      action: `${entry.name} ${noun}`,
      output,
      simplified,
      ...entry,
      read: async (call: ItemCall<Client>) => await prepare(call, await methods(call)),
      change: async (call, send) => await this.toItem(call, await send(call.mayHaveBeenMade)),
    });
  }

  buildAction({ prepare, ...entry }: EntityAction<Methods>): ChangeOperation<Client, unknown> {
    return this.buildChange({
      ...entry,
      fields: [...this.definition.picker],
      prepare: async (call, methods) => await prepare(methods, this.readId(call), call.options),
    });
  }

  buildDelete(description: string): ChangeOperation<Client, unknown> {
    return this.buildAction({
      value: 'delete',
      name: 'Delete',
      description,
      isRepeatable: true,
      output: DELETED,
      simplified: undefined,
      prepare: async (methods, id, options) => await methods.prepareDelete(id, options),
    });
  }

  readId({ parameters }: ItemCall<Client>): string {
    const { noun, picker } = this.definition;
    const [{ name }] = picker.slice(-1) as [INodeProperties];
    return readIdentifier(parameters.locator(name), noun);
  }
}
