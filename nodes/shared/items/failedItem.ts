import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getFacts, type NodeFailure } from '../errors/errors';
import { pickFields } from '../operation/output';

type PairedItem = INodeExecutionData['pairedItem'];

/** Returns an item that failed, as operations return it; `failedItemForOutput` completes it. */
export function buildFailedItem(
  failure: NodeFailure,
  pairedItem: PairedItem,
  known: IDataObject = {},
): INodeExecutionData {
  return { json: known, error: failure, pairedItem };
}

/** A message about a failure needs these, and n8n's table shows columns in this order. */
const LEADING_FIELDS = [
  'error',
  'errorDescription',
  'status',
  'url',
  'errorCode',
  'mayHaveHappened',
];

function buildFailureFields(failure: NodeFailure, known: IDataObject = {}): IDataObject {
  const { errorCode, mayHaveHappened, known: ofFailure } = getFacts(failure);
  const fields = {
    error: failure.message,
    errorDescription: failure.description ?? null,
    errorCode,
    mayHaveHappened,
  };
  const all = { ...known, ...ofFailure, ...fields };
  return { ...pickFields(all, LEADING_FIELDS), ...all };
}

/**
 * Returns a failed item of which all fields get through n8n. To send an item to the error branch, n8n checks `error` beside
 * `json`, and then replaces `json` by the message alone. So the first write of n8n's into the item makes it a plain item with all
 * fields. Until then, `pairedItem` is a number: with an object, n8n would copy the item first. `json` has no field `error` either,
 * since it would make Retry On Fail run all items again.
 * @param isRetried whether Retry On Fail should run the node again, since the node as a whole failed
 */
export function completeFailedItem(
  execution: IExecuteFunctions,
  { error: failure, json: known, pairedItem }: INodeExecutionData & { error: NodeFailure },
  isRetried: boolean,
): INodeExecutionData {
  const itemIndex = findFirstInputIndex(pairedItem);
  const { error, ...others } = buildFailureFields(failure, known);
  const ofFailure = { error, ...others };
  const json = { ...ofFailure, ...readErrorBranchInput(execution, itemIndex), ...ofFailure };
  const shown = isRetried ? json : others;
  const item: INodeExecutionData = { json: shown };
  const becomePlain = (written: Partial<INodeExecutionData>) => {
    for (const [name, value] of Object.entries({ json, error: failure, pairedItem, ...written })) {
      Object.defineProperty(item, name, { ...PLAIN_PROPERTY, writable: true, value });
    }
  };
  Object.defineProperties(item, {
    json: {
      ...PLAIN_PROPERTY,
      get: () => shown,
      set: (written: IDataObject) => becomePlain(hasOnlyMessage(written) ? {} : { json: written }),
    },
    // n8n until 1.122 takes it off the item on the way to the error branch.
    error: {
      ...PLAIN_PROPERTY,
      get: () => failure,
      set: (written: undefined) => becomePlain({ error: written }),
    },
    pairedItem: { ...PLAIN_PROPERTY, writable: true, value: itemIndex },
  });
  return item;
}

const PLAIN_PROPERTY = { enumerable: true, configurable: true } as const;

function hasOnlyMessage(json: IDataObject): boolean {
  return Object.keys(json).join() === 'error';
}

/** On the error branch, n8n gives failed items the fields of their input. */
function readErrorBranchInput(execution: IExecuteFunctions, itemIndex: number): IDataObject {
  if (execution.getNode().onError !== 'continueErrorOutput') return {};
  return execution.getInputData()[itemIndex]?.json ?? {};
}

export function findFirstInputIndex(pairedItem: PairedItem): number {
  const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
  return typeof first === 'object' ? first.item : (first ?? 0);
}
