/** Sides that are nodes in n8n's engine, which is loaded only in the processes that need it. */
import { Readable } from 'node:stream';
import type { INodeExecutionData } from 'n8n-workflow';
import type { StartItem } from '../../support/engine/helperNodes';
import type { NodeUnderTest, StartItems } from '../../support/engine/runWorkflow';
import type { Place } from '../server/platform';
import type { Side } from '../task';
import type * as N8nNodes from './n8nNodes';

type Items = Array<Record<string, unknown>> | StartItems;

interface NodeWork {
  node: NodeUnderTest;
  credentials?: Record<string, object>;
  items: Items;
  /** How many items it has to put out. Default: the amount of work. */
  expected?: number;
  check?(outputs: INodeExecutionData[]): Promise<void>;
}

type Prepare = (place: Place, amount: number) => NodeWork | Promise<NodeWork>;

/** "items → node" in n8n's engine. */
export function byNode(prepare: Prepare): Side {
  return async (place, amount) => {
    const prepared = await prepare(place, amount);
    const { node, credentials = {}, items, expected = amount, check } = prepared;
    let outputs: INodeExecutionData[] = [];
    return {
      async run() {
        outputs = await runInEngine(node, credentials, items);
        expectItems(outputs, expected);
      },
      check: async () => await check?.(outputs),
    };
  };
}

/** The same with a node of n8n's own. */
export function byN8nNode(
  prepare: (nodes: typeof N8nNodes, ...given: Parameters<Prepare>) => ReturnType<Prepare>,
): Side {
  return byNode(async (place, amount) => await prepare(await loadN8nNodes(), place, amount));
}

export async function loadN8nNodes(): Promise<typeof N8nNodes> {
  const nodes = await import('./n8nNodes');
  await nodes.addN8nNodes();
  return nodes;
}

export async function runInEngine(
  node: NodeUnderTest,
  credentials: Record<string, object>,
  items: Items,
): Promise<INodeExecutionData[]> {
  const { runNode } = await import('../../support/engine/runWorkflow');
  const { outputs, error } = await runNode(node, credentials, items as StartItems);
  // What n8n kept of it is no Error any more.
  if (error) throw new Error(`${error.message} ${error.description ?? ''}`, { cause: error });
  return outputs[0] ?? [];
}

export function expectItems(items: readonly unknown[], expected: number): void {
  if (items.length !== expected) throw new Error(`${items.length} items instead of ${expected}`);
}

interface FileToHold {
  path: string;
  /** Opened when it is stored. */
  content(): Iterable<Buffer>;
}

/** Items whose files n8n holds on disk already, as an earlier node leaves them. */
export async function binaryItems(files: FileToHold[]): Promise<{ items: StartItem[] }> {
  const { storeBinary } = await import('../../support/engine/binaryData');
  const items: StartItem[] = [];
  for (const { path, content } of files) {
    const data = await storeBinary(Readable.from(content()), {
      fileName: path.split('/').at(-1) ?? path,
      mimeType: 'application/octet-stream',
    });
    items.push({ json: { path }, binary: { data } });
  }
  return { items };
}

/** A node for projects. */
export const projectsNode = (parameters: NodeUnderTest['parameters']): NodeUnderTest => ({
  type: 'n8n-nodes-data-platform.dataPlatformProjects',
  parameters,
});

/** A node for the configuration files that the items name. */
export const confFilesNode = (parameters: NodeUnderTest['parameters']): NodeUnderTest => ({
  type: 'n8n-nodes-data-platform.dataPlatformConfFiles',
  parameters: { filePath: '={{ $json.path }}', ...parameters },
});

export const platformLogin = ({ credentials }: Place) => ({ dataPlatformApi: credentials });

export const uploadToken = ({ uploadCredentials }: Place) => ({
  dataPlatformUploadTokenApi: {
    allowUnauthorizedCerts: false,
    caCertificate: '',
    ...uploadCredentials,
  },
});

/** A locator. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
