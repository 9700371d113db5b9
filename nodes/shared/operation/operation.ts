import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { MutationReports } from './hints';
import type { ItemParameters } from '../parameters/nodeParameters';
import type { OutputFields } from './output';
import type { SendProgress } from '../errors/unexpected';

/** What an operation is given to do its work. */
export interface OperationCall<Client> {
  execution: IExecuteFunctions;
  client: Client;
  /** What the fields of the operation hold for an item. */
  parametersOf(itemIndex: number): ItemParameters;
  /** Fires when the execution is cancelled. */
  signal?: AbortSignal;
  /** What every request of this execution is sent with, the cancel signal included. */
  options: CallOptions;
  /** What the platform reported beside changes that it made; becomes hints at the output. */
  reports: MutationReports;
  /** What was sent to the platform so far. */
  sendProgress: SendProgress;
}

export interface ItemCall<Client> extends OperationCall<Client> {
  itemIndex: number;
  /** What the fields of the operation hold for this item. */
  parameters: ItemParameters;
  /** Whether an earlier try of Retry On Fail asked for the change, and it is not known what became of it. */
  mayHaveBeenMade?: boolean;
}

interface OperationMenuEntry {
  value: string;
  name: string;
  /** Sentence case, without articles, as in "Run job". */
  action: string;
  description: string;
  /** For n8n's assistant alone: what it has to know to choose this operation and to connect it. */
  builderHint?: string;
  /** Fields in the order in which they are shown; `displayOptions` for resource and operation are added. */
  fields: INodeProperties[];
  /** The fields of an output item; omitted if only the platform knows them. */
  output?: OutputFields;
  /** Of an output with more than ten fields: those of the simplified one, in their order. */
  simplified?: readonly string[];
  /** Names of parameters whose values an error must not keep: it leaves the node without them. */
  secretParameters?: readonly string[];
  /** Whether it works without a platform. */
  needsNoCredential?: true;
}

/** What becomes of one input item; `pairedItem` is added. */
export type ItemResult = INodeExecutionData | INodeExecutionData[];

/** Reads something for each input item on its own. */
export interface ItemOperation<Client> extends OperationMenuEntry {
  /** How many items at once, if it is not the usual number. */
  concurrency?: number;
  run(call: ItemCall<Client>): Promise<ItemResult>;
}

/**
 * Changes something on the platform for each input item on its own. All items are read before the first one is changed,
 * and an item that was changed is not changed again by Retry On Fail.
 */
export interface ItemChange<Client, Input> {
  /** How many items at once, if it is not the usual number. */
  concurrency?: number;
  /** Whether doing it again changes nothing more. Only then it is done again after an unknown outcome. */
  isRepeatable: boolean;
  /** Whether this item only reads, where that is its own affair: it is then done in each try of Retry On Fail. */
  isRead?(input: Input): boolean;
  /** Reads and checks an item's parameters, also against the live schema. Changes nothing. */
  read(call: ItemCall<Client>): Input | Promise<Input>;
  change(call: ItemCall<Client>, input: Input): Promise<ItemResult>;
  /** What is awaited once the change is made, in each try of Retry On Fail: it changes nothing. */
  afterChange?(call: ItemCall<Client>, result: ItemResult): Promise<ItemResult>;
}

export interface ChangeOperation<Client, Input>
  extends OperationMenuEntry, ItemChange<Client, Input> {}

/** Lets the type of `read` be that of what `change` is given. */
export function changeOperation<Client, Input>(
  operation: ChangeOperation<Client, Input>,
): ChangeOperation<Client, unknown> {
  return operation;
}

/** Does its work once for all input items; it pairs items and continues on fail itself. */
export interface WholeInputOperation<Client> extends OperationMenuEntry {
  runTogether(call: OperationCall<Client>): Promise<INodeExecutionData[]>;
}

/** One operation: its entry in the menu, its fields and what it does, together. */
export type Operation<Client> =
  ItemOperation<Client> | ChangeOperation<Client, unknown> | WholeInputOperation<Client>;

export interface Resource<Client> {
  value: string;
  name: string;
  /** The first one is the default. */
  operations: readonly [Operation<Client>, ...Array<Operation<Client>>];
}

/** All resources of a node; the first one is the default. */
export type Resources<Client> = readonly [Resource<Client>, ...Array<Resource<Client>>];
