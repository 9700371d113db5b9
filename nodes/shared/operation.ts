import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** What an operation is given to do its work for one item. */
export interface OperationCall<Client> {
  execution: IExecuteFunctions;
  itemIndex: number;
  client: Client;
  /** Fires when the execution is cancelled. */
  signal?: AbortSignal;
}

/** What becomes of one input item: one output item, or one for each entry. */
export type OperationResult = IDataObject | IDataObject[];

/** One operation: its entry in the menu, its fields and what it does, together. */
export interface Operation<Client> {
  value: string;
  name: string;
  /** Sentence case, without articles, as in "Run job". */
  action: string;
  description: string;
  /** Fields in the order in which they are shown; `displayOptions` for resource and operation are added. */
  fields: INodeProperties[];
  run(call: OperationCall<Client>): Promise<OperationResult>;
}

export interface Resource<Client> {
  value: string;
  name: string;
  /** The first one is the default. */
  operations: readonly [Operation<Client>, ...Array<Operation<Client>>];
}

/** All resources of a node; the first one is the default. */
export type Resources<Client> = readonly [Resource<Client>, ...Array<Resource<Client>>];
