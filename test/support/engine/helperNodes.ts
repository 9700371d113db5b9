import { createReadStream } from 'node:fs';
import {
  type IBinaryKeyData,
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INodeExecutionData,
  type INodeType,
} from 'n8n-workflow';

/** Stands where a trigger would: puts out the items that its parameter holds. */
export const START_NODE_TYPE = 'test.start';

/** Gives on the very items that it gets, as n8n's "No Operation" does. */
export const PASS_NODE_TYPE = 'test.pass';

/** Returns its items in reverse order, as a node that sorts may. */
export const REVERSE_NODE_TYPE = 'test.reverse';

/** Gives on its items one by one to its second output, as n8n's "Loop Over Items" does; those that come back to the first. */
export const LOOP_NODE_TYPE = 'test.loop';

/** Sends one request an item with n8n's own helper, as n8n's HTTP Request node does with a predefined credential. */
export const REQUEST_NODE_TYPE = 'test.request';

/** Puts out, as `value`, what its parameter `value` comes to for each item: what an expression sees. */
export const READ_NODE_TYPE = 'test.read';

const CREDENTIAL_TYPES = [
  'dataPlatformApi',
  'dataPlatformKubernetesApi',
  'dataPlatformUploadTokenApi',
];
const PROPERTIES = ['items', 'value', 'helper', 'credentialType', 'url', 'body', 'request'];

export const helperNodes: Record<string, INodeType> = {
  [START_NODE_TYPE]: testNode(START_NODE_TYPE, putOutItems),
  [PASS_NODE_TYPE]: testNode(PASS_NODE_TYPE, async function () {
    return [this.getInputData()];
  }),
  [READ_NODE_TYPE]: testNode(READ_NODE_TYPE, async function () {
    const items = this.getInputData();
    return [
      items.map((_item, item) => ({
        json: { value: this.getNodeParameter('value', item) as IDataObject },
        pairedItem: { item },
      })),
    ];
  }),
  [REVERSE_NODE_TYPE]: testNode(REVERSE_NODE_TYPE, async function () {
    const items = this.getInputData().map((input, item) => ({ ...input, pairedItem: { item } }));
    return [items.reverse()];
  }),
  [LOOP_NODE_TYPE]: testNode(LOOP_NODE_TYPE, async function () {
    const context: { left?: INodeExecutionData[]; done?: INodeExecutionData[] } =
      this.getContext('node');
    // Items leave in a later run than the one in which they came.
    const sourceOverwrite = this.getInputSourceData();
    const items = this.getInputData().map((input, item) => ({
      ...input,
      pairedItem: { item, sourceOverwrite },
    }));
    if (context.left) context.done?.push(...items);
    else Object.assign(context, { left: items, done: [] });
    const next = context.left?.splice(0, 1) ?? [];
    return next.length > 0 ? [[], next] : [context.done ?? [], []];
  }),
  [REQUEST_NODE_TYPE]: testNode(REQUEST_NODE_TYPE, sendRequests),
};

/** An item of the start node, with the file that it carries as binary data `data`. */
export interface StartItem {
  json?: IDataObject;
  file?: { name: string; mimeType?: string; text?: string; fromPath?: string };
  /** Binary data that n8n holds already. */
  binary?: IBinaryKeyData;
}

async function putOutItems(this: IExecuteFunctions) {
  const items = this.getNodeParameter('items', 0, []) as unknown as StartItem[];
  const outputs: INodeExecutionData[] = [];
  for (const { json = {}, file, binary } of items) {
    const { name = '', mimeType = 'application/octet-stream', text = '', fromPath } = file ?? {};
    const bytes = fromPath === undefined ? Buffer.from(text) : createReadStream(fromPath);
    const held = file
      ? { data: await this.helpers.prepareBinaryData(bytes, name, mimeType) }
      : binary;
    outputs.push({ json, ...(held && { binary: held }) });
  }
  return [outputs];
}

async function sendRequests(this: IExecuteFunctions) {
  const given = <T>(name: string) => this.getNodeParameter(name, 0) as T;
  const helper = given<'httpRequestWithAuthentication' | 'requestWithAuthentication'>('helper');
  const type = given<string>('credentialType') || 'dataPlatformApi';
  const url = given<string>('url');
  const request: IHttpRequestOptions & { uri: string } = {
    method: 'POST',
    url,
    // The older of the two helpers knows the address by this name.
    uri: url,
    body: given<IDataObject>('body'),
    json: true,
    ...(given<IDataObject>('request') || {}),
  };
  const answers = await Promise.all(
    this.getInputData().map(
      async () => (await this.helpers[helper].call(this, type, { ...request })) as IDataObject,
    ),
  );
  return [answers.map((json, item) => ({ json, pairedItem: { item } }))];
}

function testNode(name: string, execute: INodeType['execute']): INodeType {
  return {
    description: {
      displayName: name,
      name,
      group: ['transform'],
      version: 1,
      description: '',
      defaults: { name },
      inputs: name === START_NODE_TYPE ? [] : ['main'],
      outputs: name === LOOP_NODE_TYPE ? ['main', 'main'] : ['main'],
      credentials: name === REQUEST_NODE_TYPE ? CREDENTIAL_TYPES.map((name) => ({ name })) : [],
      properties: PROPERTIES.map((property) => ({
        displayName: property,
        name: property,
        type: 'json',
        default: '',
      })),
    },
    execute,
  };
}
