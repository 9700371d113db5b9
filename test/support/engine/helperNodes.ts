import { createReadStream } from 'node:fs';
import {
  type IBinaryKeyData,
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INodeExecutionData,
  type INodeType,
} from 'n8n-workflow';

/** Takes the place of a trigger: returns the items of its parameter. */
export const START_NODE_TYPE = 'test.start';

/** Returns its input items unchanged, as n8n's "No Operation" does. */
export const PASS_NODE_TYPE = 'test.pass';

/** Returns its input items in reverse order, as a node that sorts may do. */
export const REVERSE_NODE_TYPE = 'test.reverse';

/** Returns its input items one by one at its second output, as n8n's "Loop Over Items" does, and at the end all results at the first. */
export const LOOP_NODE_TYPE = 'test.loop';

/** Sends one request per item with n8n's helper, as n8n's HTTP Request node does with a predefined credential. */
export const REQUEST_NODE_TYPE = 'test.request';

/** Returns the value of its parameter `value` for each item, which shows the result of an expression. */
export const READ_NODE_TYPE = 'test.read';

const CREDENTIAL_TYPES = [
  'dataPlatformApi',
  'dataPlatformKubernetesApi',
  'dataPlatformUploadTokenApi',
];
const PARAMETERS = ['items', 'value', 'helper', 'credentialType', 'url', 'body', 'request'];

export const helperNodes: Record<string, INodeType> = {
  [START_NODE_TYPE]: createHelperNode(START_NODE_TYPE, returnItems),
  [PASS_NODE_TYPE]: createHelperNode(PASS_NODE_TYPE, async function () {
    return [this.getInputData()];
  }),
  [READ_NODE_TYPE]: createHelperNode(READ_NODE_TYPE, async function () {
    const items = this.getInputData();
    return [
      items.map((_item, item) => ({
        json: { value: this.getNodeParameter('value', item) as IDataObject },
        pairedItem: { item },
      })),
    ];
  }),
  [REVERSE_NODE_TYPE]: createHelperNode(REVERSE_NODE_TYPE, async function () {
    const items = this.getInputData().map((input, item) => ({ ...input, pairedItem: { item } }));
    return [items.reverse()];
  }),
  [LOOP_NODE_TYPE]: createHelperNode(LOOP_NODE_TYPE, async function () {
    const context: { remaining?: INodeExecutionData[]; done?: INodeExecutionData[] } =
      this.getContext('node');
    // An item is returned in a later run of this node than the run that received it.
    const sourceOverwrite = this.getInputSourceData();
    const items = this.getInputData().map((input, item) => ({
      ...input,
      pairedItem: { item, sourceOverwrite },
    }));
    if (context.remaining) context.done?.push(...items);
    else Object.assign(context, { remaining: items, done: [] });
    const next = context.remaining?.splice(0, 1) ?? [];
    return next.length > 0 ? [[], next] : [context.done ?? [], []];
  }),
  [REQUEST_NODE_TYPE]: createHelperNode(REQUEST_NODE_TYPE, sendRequests),
};

/** An item of the start node. Its file becomes the binary property `data`. */
export interface StartItem {
  json?: IDataObject;
  file?: { name: string; mimeType?: string; text?: string; fromPath?: string };
  /** Binary data that n8n has already stored. */
  binary?: IBinaryKeyData;
}

async function returnItems(this: IExecuteFunctions) {
  const items = this.getNodeParameter('items', 0, []) as unknown as StartItem[];
  const outputs: INodeExecutionData[] = [];
  for (const { json = {}, file, binary } of items) {
    const { name = '', mimeType = 'application/octet-stream', text = '', fromPath } = file ?? {};
    const bytes = fromPath === undefined ? Buffer.from(text) : createReadStream(fromPath);
    const binaryData = file
      ? { data: await this.helpers.prepareBinaryData(bytes, name, mimeType) }
      : binary;
    outputs.push({ json, ...(binaryData && { binary: binaryData }) });
  }
  return [outputs];
}

async function sendRequests(this: IExecuteFunctions) {
  const readParameter = <T>(name: string) => this.getNodeParameter(name, 0) as T;
  const helper = readParameter<'httpRequestWithAuthentication' | 'requestWithAuthentication'>(
    'helper',
  );
  const type = readParameter<string>('credentialType') || 'dataPlatformApi';
  const url = readParameter<string>('url');
  const request: IHttpRequestOptions & { uri: string } = {
    method: 'POST',
    url,
    // In the older of the two helpers, the address has this name.
    uri: url,
    body: readParameter<IDataObject>('body'),
    json: true,
    ...(readParameter<IDataObject>('request') || {}),
  };
  const answers = await Promise.all(
    this.getInputData().map(
      async () => (await this.helpers[helper].call(this, type, { ...request })) as IDataObject,
    ),
  );
  return [answers.map((json, item) => ({ json, pairedItem: { item } }))];
}

function createHelperNode(name: string, execute: INodeType['execute']): INodeType {
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
      properties: PARAMETERS.map((property) => ({
        displayName: property,
        name: property,
        type: 'json',
        default: '',
      })),
    },
    execute,
  };
}
