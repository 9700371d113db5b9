import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { MutationReports } from './hints';
import type { ItemParameters } from '../parameters/nodeParameters';
import type { OutputFields } from './output';
import type { SendProgress } from '../errors/errors';

export interface OperationCall<Client> {
  execution: IExecuteFunctions;
  client: Client;
  parametersOf: (itemIndex: number) => ItemParameters;
  /** Fires when the execution is canceled. */
  signal?: AbortSignal;
  /** Options for every request of this execution, the cancel signal included. */
  options: CallOptions;
  /** Errors that the platform reported along with changes that it made; they become hints. */
  reports: MutationReports;
  sendProgress: SendProgress;
}

export interface ItemCall<Client> extends OperationCall<Client> {
  itemIndex: number;
  parameters: ItemParameters;
  /** Whether an earlier try of Retry On Fail sent the change, and its outcome is unknown. */
  mayHaveBeenMade?: boolean;
}

interface OperationMenuEntry {
  value: string;
  name: string;
  /** Sentence case, without articles, as in "Run job". */
  action: string;
  description: string;
  /** Tells n8n's assistant when to choose this operation and how to connect it. */
  builderHint?: string;
  /** Fields in the order in which they are shown; `displayOptions` for resource and operation are added. */
  fields: INodeProperties[];
  /** The fields of an output item; omitted if only the platform knows them. */
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

export interface ItemOperation<Client> extends OperationMenuEntry {
  /** The number of items in flight; `CONCURRENT_ITEMS` if undefined. */
  concurrency?: number;
  run(call: ItemCall<Client>): Promise<ItemResult>;
}

/**
 * Changes the platform for each input item on its own. All items are read before the first one is changed, and Retry On Fail
 * does not change an item again.
 */
export interface ItemChange<Client, Input> {
  /** The number of items in flight; `CONCURRENT_ITEMS` if undefined. */
  concurrency?: number;
  /** Whether the change is idempotent. Only then it is sent again after an unknown outcome. */
  isRepeatable: boolean;
  /** Whether this item changes nothing, such as a dry run. Every try of Retry On Fail then runs it again. */
  isRead?(input: Input): boolean;
  /** Reads and checks an item's parameters, also against the live schema. Changes nothing. */
  read(call: ItemCall<Client>): Input | Promise<Input>;
  change(call: ItemCall<Client>, input: Input): Promise<ItemResult>;
  /** Waits for the effect of the change, in each try of Retry On Fail. Changes nothing. */
  afterChange?(call: ItemCall<Client>, result: ItemResult): Promise<ItemResult>;
}

export interface ChangeOperation<Client, Input>
  extends OperationMenuEntry, ItemChange<Client, Input> {}

/** Infers the type of `change`'s input from `read`. */
export function changeOperation<Client, Input>(
  operation: ChangeOperation<Client, Input>,
): ChangeOperation<Client, unknown> {
  return operation;
}

/** Runs once for all input items; it pairs items and continues on fail itself. */
export interface WholeInputOperation<Client> extends OperationMenuEntry {
  runTogether(call: OperationCall<Client>): Promise<INodeExecutionData[]>;
}

export type Operation<Client> =
  ItemOperation<Client> | ChangeOperation<Client, unknown> | WholeInputOperation<Client>;

export interface Resource<Client> {
  value: string;
  name: string;
  /** The default is Get Many, or the first one. */
  operations: readonly [Operation<Client>, ...Array<Operation<Client>>];
}

/** All resources of a node; the first one is the default. */
export type Resources<Client> = readonly [Resource<Client>, ...Array<Resource<Client>>];
