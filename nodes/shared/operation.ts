import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** What an operation is given to do its work. */
export interface OperationCall<Client> {
  execution: IExecuteFunctions;
  client: Client;
  /** Fires when the execution is cancelled. */
  signal?: AbortSignal;
}

export interface ItemCall<Client> extends OperationCall<Client> {
  itemIndex: number;
}

interface OperationMenuEntry {
  value: string;
  name: string;
  /** Sentence case, without articles, as in "Run job". */
  action: string;
  description: string;
  /** Fields in the order in which they are shown; `displayOptions` for resource and operation are added. */
  fields: INodeProperties[];
}

/** Does its work for each input item on its own. */
export interface ItemOperation<Client> extends OperationMenuEntry {
  /** How many items at once, where it is not the usual number. */
  concurrency?: number;
  /** What becomes of one input item; `pairedItem` is added. */
  run(call: ItemCall<Client>): Promise<INodeExecutionData | INodeExecutionData[]>;
}

/** Does its work once for all input items; it pairs items and continues on fail itself. */
export interface WholeInputOperation<Client> extends OperationMenuEntry {
  runTogether(call: OperationCall<Client>): Promise<INodeExecutionData[]>;
}

/** One operation: its entry in the menu, its fields and what it does, together. */
export type Operation<Client> = ItemOperation<Client> | WholeInputOperation<Client>;

export interface Resource<Client> {
  value: string;
  name: string;
  /** The first one is the default. */
  operations: readonly [Operation<Client>, ...Array<Operation<Client>>];
}

/** All resources of a node; the first one is the default. */
export type Resources<Client> = readonly [Resource<Client>, ...Array<Resource<Client>>];
