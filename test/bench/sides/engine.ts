/** Loads n8n's engine only in the processes of sides that need it. */
import path from 'node:path';
import { Readable } from 'node:stream';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { StartItem } from '../../support/engine/helperNodes';
import type { NodeUnderTest, StartItems } from '../../support/engine/runWorkflow';
import { indexes, type Place } from '../server/platform';
import type { Side, Task } from '../task';
import { BareClient } from './bare';
import { addN8nNodes, graphqlByHttpRequest, graphqlNode, uploadByHttpRequest } from './n8nNodes';

export interface Equipped {
  node: NodeUnderTest;
  credentials?: Record<string, object>;
}

interface ItemWork {
  items: IDataObject[] | StartItems;
  /** Number of output items. Default: the amount of work. */
  expected?: number;
  check?(outputs: INodeExecutionData[]): Promise<void>;
}

type Prepare<Work> = (place: Place, amount: number) => Work | Promise<Work>;

/** Runs items through a node. */
export function byNode(prepare: Prepare<Equipped & ItemWork>): Side {
  return async (place, amount) => {
    const prepared = await prepare(place, amount);
    let outputs: INodeExecutionData[] = [];
    return {
      async run() {
        outputs = await runInEngine(prepared, prepared.items, prepared.expected ?? amount);
      },
      check: async () => await prepared.check?.(outputs),
    };
  };
}

let added: Promise<void> | undefined;

export async function runInEngine(
  { node, credentials = {} }: Equipped,
  items: ItemWork['items'],
  expected?: number,
): Promise<INodeExecutionData[]> {
  const { runNode } = await import('../../support/engine/runWorkflow');
  if (node.type?.startsWith('n8n-nodes-base.')) await (added ??= addN8nNodes());
  const { outputs, error } = await runNode(node, credentials, items);
  // n8n's copy of the error is not an Error.
  if (error) throw new Error(`${error.message} ${error.description ?? ''}`, { cause: error });
  const [output = []] = outputs;
  if (expected === undefined || output.length === expected) return output;
  throw new Error(`${output.length} items instead of ${expected}`);
}

export const projectsNode = (
  { credentials }: Place,
  parameters: NodeUnderTest['parameters'],
): Equipped => ({
  node: { type: 'n8n-nodes-data-platform.dataPlatformProjects', parameters },
  credentials: { dataPlatformApi: credentials },
});

export const confFilesNode = (
  { uploadCredentials }: Place,
  parameters: NodeUnderTest['parameters'],
): Equipped => ({
  node: {
    type: 'n8n-nodes-data-platform.dataPlatformConfFiles',
    parameters: { filePath: '={{ $json.path }}', ...parameters },
  },
  credentials: { dataPlatformUploadTokenApi: uploadCredentials },
});

export function uploadByNodes(
  prepare: Prepare<ItemWork>,
): Pick<Task['sides'], 'ours' | 'httpRequest'> {
  return {
    ours: byNode(async (place, amount) => ({
      ...confFilesNode(place, { resource: 'file', operation: 'upload' }),
      ...(await prepare(place, amount)),
    })),
    httpRequest: byNode(async (place, amount) => ({
      node: uploadByHttpRequest(place),
      ...(await prepare(place, amount)),
    })),
  };
}

/** Stores files as an earlier node does, and returns items with them. */
export async function binaryItems(
  paths: readonly string[],
  open: (index: number) => Iterable<Buffer>,
): Promise<StartItems> {
  const { storeBinary } = await import('../../support/engine/binaryData');
  const items: StartItem[] = [];
  for (const [index, filePath] of paths.entries()) {
    const file = { fileName: path.basename(filePath), mimeType: 'application/octet-stream' };
    const data = await storeBinary(Readable.from(open(index)), file);
    items.push({ json: { path: filePath }, binary: { data } });
  }
  return { items };
}

export interface EachItem {
  /** Field of the item with the ID. */
  key: string;
  id(index: number): string;
  document(id: string): string;
}

const items = ({ key, id }: EachItem, amount: number) =>
  indexes(amount).map((index) => ({ [key]: id(index) }));

/** @param outputs number of outputs for one item */
export function eachByOurs(
  each: EachItem,
  parameters: NodeUnderTest['parameters'],
  outputs = 1,
): Side {
  return byNode((place, amount) => ({
    ...projectsNode(place, parameters),
    items: items(each, amount),
    expected: amount * outputs,
  }));
}

export function eachByHttpRequest(each: EachItem, login: 'token' | 'credential' = 'token'): Side {
  return byNode((place, amount) => ({
    ...graphqlByHttpRequest(place, each, login),
    items: items(each, amount),
  }));
}

export function eachByGraphqlNode(each: EachItem): Side {
  return byNode((place, amount) => ({
    node: graphqlNode(place, each.document(`{{ $json.${each.key} }}`)),
    items: items(each, amount),
  }));
}

export function eachByLoop({ id, document }: EachItem, connections: number): Side {
  return async (place, amount) => {
    const client = new BareClient(place, connections);
    return {
      async run() {
        await client.logIn();
        await client.loop(amount, (index) => client.graphql(document(id(index))));
      },
    };
  };
}
