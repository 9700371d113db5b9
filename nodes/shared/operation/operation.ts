import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { MutationReports } from './hints';
import type { ItemParameters } from '../parameters/nodeParameters';
import type { OutputFields } from './output';
import type { RequestProgress } from '../errors/errors';

export interface OperationCall<Client> {
  execution: IExecuteFunctions;
  client: Client;
  parametersOf: (itemIndex: number) => ItemParameters;
  /** Fires when the execution is canceled. */
  signal?: AbortSignal;
  /** Options for every request of this execution, the cancel signal included. */
  options: CallOptions;
  /** Collects errors that the platform reported although it made a change. They are shown as hints. */
  reports: MutationReports;
  /** Tells what was sent: in an `ItemCall` for the item, otherwise for the node as a whole. */
  requestProgress: RequestProgress;
}

export interface ItemCall<Client> extends OperationCall<Client> {
  itemIndex: number;
  parameters: ItemParameters;
  /** True if an earlier try of Retry On Fail may have made the change. */
  mayHaveBeenMade?: boolean;
}

interface OperationBase {
  value: string;
  name: string;
  /** Sentence case, without articles, as in "Run job". */
  action: string;
  description: string;
  /** Tells n8n's assistant when to choose this operation and how to connect it. */
  builderHint?: string;
  /** Fields in the order in which they are shown, without the `displayOptions` for resource and operation. */
  fields: INodeProperties[];
  /** The fields of an output item. Undefined if they vary. */
  output?: OutputFields;
  /** The fields of the simplified output, in order, if the output has more than ten. */
  simplified?: readonly string[];
  /** Names of parameters. Their values are removed from errors. */
  secretParameters?: readonly string[];
  /** Set if the operation works without a platform. It gets no client. */
  needsNoCredential?: true;
}

/** The output of one input item, without `pairedItem`. */
export type ItemResult = INodeExecutionData | INodeExecutionData[];

export interface ItemOperation<Client> extends OperationBase {
  /** Max number of items in flight. `MAX_CONCURRENT_ITEMS` if undefined. */
  concurrency?: number;
  run(call: ItemCall<Client>): Promise<ItemResult>;
}

/**
 * Makes one change for each input item. All items are read before the first change is sent, and Retry On Fail does not repeat a
 * change that the platform has confirmed.
 */
export interface ItemChange<Client, Input> {
  /** Max number of items in flight. `MAX_CONCURRENT_ITEMS` if undefined. */
  concurrency?: number;
  /** True if the change is idempotent, so that it can be sent again after an unknown outcome. */
  isRepeatable: boolean;
  /** Returns true if the item changes nothing, for example in a dry run. Then it is run again in every try of Retry On Fail. */
  changesNothing?(input: Input): boolean;
  /** Reads and checks an item's parameters. May send requests, but changes nothing. */
  read(call: ItemCall<Client>): Input | Promise<Input>;
  change(call: ItemCall<Client>, input: Input): Promise<ItemResult>;
  /** Waits for the effect of the change, in each try of Retry On Fail. Changes nothing. */
  afterChange?(call: ItemCall<Client>, result: ItemResult): Promise<ItemResult>;
}

export interface ChangeOperation<Client, Input> extends OperationBase, ItemChange<Client, Input> {}

/** Infers the type of `change`'s input from `read`. */
export function defineChange<Client, Input>(
  operation: ChangeOperation<Client, Input>,
): ChangeOperation<Client, unknown> {
  return operation;
}

/** Runs once for all input items. It sets `pairedItem` and handles "continue on fail" itself. */
export interface WholeInputOperation<Client> extends OperationBase {
  runTogether(call: OperationCall<Client>): Promise<INodeExecutionData[]>;
}

export type Operation<Client> =
  ItemOperation<Client> | ChangeOperation<Client, unknown> | WholeInputOperation<Client>;

export interface Resource<Client> {
  value: string;
  name: string;
  /** The default is Get Many, or the first operation if there is no Get Many. */
  operations: readonly [Operation<Client>, ...Array<Operation<Client>>];
}

/** All resources of a node. The first one is the default. */
export type Resources<Client> = readonly [Resource<Client>, ...Array<Resource<Client>>];
