import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { without } from '../../../platform/common/text/names';
import { getFacts, type NodeFailure } from '../errors/errors';
import { pickFields } from '../operation/output';

type PairedItem = INodeExecutionData['pairedItem'];

/** Builds a failed item as operations return it. `completeFailedItem` then adds the remaining fields. */
export function buildFailedItem(
  failure: NodeFailure,
  pairedItem: PairedItem,
  knownFields: IDataObject = {},
): INodeExecutionData {
  return { json: knownFields, error: failure, pairedItem };
}

/** These fields come first in n8n's table, because users need them first, for example in an alert. */
const LEADING_FIELDS = [
  'error',
  'errorDescription',
  'status',
  'url',
  'errorCode',
  'mayHaveHappened',
];

function buildFailureFields(failure: NodeFailure, knownFields: IDataObject): IDataObject {
  const { errorCode, mayHaveHappened, knownFields: knownByFailure } = getFacts(failure);
  const fields = {
    error: failure.message,
    errorDescription: failure.description ?? null,
    errorCode,
    mayHaveHappened,
  };
  const all = { ...knownFields, ...knownByFailure, ...fields };
  return { ...pickFields(all, LEADING_FIELDS), ...all };
}

/**
 * Completes a failed item so that n8n keeps all its fields. If an item has `error` next to `json`, n8n sends it to the error branch
 * and replaces `json` with only the message. Setters notice this first write and turn the item into a plain item with all fields.
 * Until then, `pairedItem` is a number, because n8n would copy an item with an object there and lose the setters. Until then,
 * `json` also has no field `error`, because Retry On Fail would run all items again.
 * @param shouldRetry true if the node as a whole failed. `json` then has `error`, so that Retry On Fail runs the node again.
 */
export function completeFailedItem(
  execution: IExecuteFunctions,
  { error: failure, json: knownFields, pairedItem }: INodeExecutionData & { error: NodeFailure },
  shouldRetry: boolean,
): INodeExecutionData {
  const itemIndex = findFirstInputIndex(pairedItem);
  const failureFields = buildFailureFields(failure, knownFields);
  const json = {
    ...failureFields,
    ...readErrorBranchInput(execution, itemIndex),
    ...failureFields,
  };
  const initialJson = shouldRetry ? json : without(failureFields, 'error');
  const item: INodeExecutionData = { json: initialJson };
  const makePlain = (written: Partial<INodeExecutionData>) => {
    for (const [name, value] of Object.entries({ json, error: failure, pairedItem, ...written })) {
      Object.defineProperty(item, name, { ...PLAIN_PROPERTY, writable: true, value });
    }
  };
  Object.defineProperties(item, {
    json: {
      ...PLAIN_PROPERTY,
      get: () => initialJson,
      set: (written: IDataObject) => makePlain(hasOnlyMessage(written) ? {} : { json: written }),
    },
    // n8n up to 1.122 removes `error` from an item that goes to the error branch.
    error: {
      ...PLAIN_PROPERTY,
      get: () => failure,
      set: (written: undefined) => makePlain({ error: written }),
    },
    pairedItem: { ...PLAIN_PROPERTY, writable: true, value: itemIndex },
  });
  return item;
}

const PLAIN_PROPERTY = { enumerable: true, configurable: true } as const;

function hasOnlyMessage(json: IDataObject): boolean {
  return Object.keys(json).join() === 'error';
}

/** Returns the fields of the input item, which n8n adds to failed items on the error branch. */
function readErrorBranchInput(execution: IExecuteFunctions, itemIndex: number): IDataObject {
  if (execution.getNode().onError !== 'continueErrorOutput') return {};
  return execution.getInputData()[itemIndex]?.json ?? {};
}

export function findFirstInputIndex(pairedItem: PairedItem): number {
  const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
  return typeof first === 'object' ? first.item : (first ?? 0);
}
