import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import {
  ConnectionError,
  GraphqlResponseError,
  OutcomeUnknownError,
  PlatformError,
} from '../../../../platform/common/errors/errors';
import { getFacts } from '../../../../nodes/shared/errors/errors';
import { executeOperation } from '../../../../nodes/shared/execute';
import { changeEachItem } from '../../../../nodes/shared/items/changedItems';
import { forEachItem } from '../../../../nodes/shared/items/items';
import { MutationReports } from '../../../../nodes/shared/operation/hints';
import type { ChangeOperation, OperationCall } from '../../../../nodes/shared/operation/operation';
import {
  NodeParameters,
  createExecutionSource,
} from '../../../../nodes/shared/parameters/nodeParameters';
import { buildTestNode } from '../../../support/buildTestNode';

const node = buildTestNode({ parameters: { value: 'secret-1', name: 'A' } });

interface Setting {
  continues?: boolean;
  isTool?: boolean;
  signal?: AbortSignal;
  /** What n8n has for one run of a node, all tries of it. Default: one for these items. */
  run?: object;
}

/** The entries of n8n's stack, which name the node that they run. */
const runs = new WeakMap<object, object>();

function callWith(items: INodeExecutionData[], { continues, isTool, signal, run }: Setting = {}) {
  if (!runs.has(items)) runs.set(items, { node });
  const execution = {
    getInputData: () => items,
    getExecuteData: () => run ?? runs.get(items),
    getNode: () => node,
    continueOnFail: () => continues === true,
    isToolExecution: () => isTool === true,
  } as unknown as IExecuteFunctions;
  const reports = new MutationReports();
  const parameters = new NodeParameters(createExecutionSource(execution), []);
  const parametersOf = (itemIndex: number) => parameters.forItem(itemIndex);
  const options = { signal };
  return { execution, client: {}, parametersOf, signal, options, reports } as OperationCall<object>;
}

const itemsOf = (count: number): INodeExecutionData[] =>
  Array.from({ length: count }, (_, number) => ({ json: { number } }));

const details = { hint: 'Look.', effect: 'unknown' } as const;
const never = { ...details, effect: 'none' } as const;

const operation = (more: Partial<ChangeOperation<object, unknown>>) =>
  ({
    ...{ value: 'v', name: 'n', action: 'a', description: 'd', fields: [], isRepeatable: false },
    read: () => undefined,
    ...more,
  }) as ChangeOperation<object, unknown>;

test('an item that was changed keeps its result, and its reports, in a later try', async () => {
  const items = itemsOf(2);
  let isDown = true;
  const done: number[] = [];
  const work = operation({
    read: ({ itemIndex }) => itemIndex,
    async change({ itemIndex, options }) {
      if (itemIndex === 1 && isDown) throw new NodeOperationError(node as never, 'down');
      const report = new GraphqlResponseError(`report ${itemIndex}`, details, [], undefined);
      options.onMutationErrors?.(report);
      done.push(itemIndex);
      return { json: { made: { by: done.length } } };
    },
  });
  await expect(changeEachItem(callWith(items), work)).rejects.toThrow('down');
  isDown = false;
  const second = callWith(items);
  const outputs = await changeEachItem(second, work);
  expect(done).toEqual([0, 1]);
  expect(outputs.map(({ json }) => json)).toEqual([{ made: { by: 1 } }, { made: { by: 2 } }]);
  expect(second.reports.buildHints().map(({ message }) => message)).toEqual([
    expect.stringContaining('report 0 (item 0)'),
    expect.stringContaining('report 1 (item 1)'),
  ]);

  const third = callWith(items);
  const again = await changeEachItem(third, work);
  expect(again[0]?.json).toEqual({ made: { by: 1 } });
  expect(done).toEqual([0, 1]);
  expect(third.reports.buildHints()).toEqual(second.reports.buildHints());
});

test.each([
  [new OutcomeUnknownError(new PlatformError('lost', details)), false, 1],
  [new PlatformError('half', { ...details, effect: 'made' }), true, 1],
  [new OutcomeUnknownError(new PlatformError('lost', details)), true, 2],
  [new ConnectionError('broken', details), false, 1],
  [new ConnectionError('down', never), false, 2],
])('after %s (repeatable: %s) it is sent %s times', async (failure, isRepeatable, times) => {
  const items = itemsOf(1);
  const mayHaveBeenMadeBefore: unknown[] = [];
  const work = operation({
    isRepeatable,
    async change({ mayHaveBeenMade }) {
      mayHaveBeenMadeBefore.push(mayHaveBeenMade);
      throw failure;
    },
  });
  await expect(changeEachItem(callWith(items), work)).rejects.toThrow(failure.message);
  await expect(changeEachItem(callWith(items), work)).rejects.toThrow(failure.message);
  expect(mayHaveBeenMadeBefore).toHaveLength(times);
  expect(mayHaveBeenMadeBefore[1]).toBe(
    times === 1 ? undefined : failure instanceof OutcomeUnknownError,
  );
});

test('an item that only reads is read in each try; what is settled is not asked whether it does', async () => {
  const items = itemsOf(2);
  const asked: unknown[] = [];
  const done: number[] = [];
  const work = operation({
    read: ({ itemIndex }) => ({ dryRun: itemIndex === 0 }),
    changesNothing(input) {
      asked.push(input);
      return (input as { dryRun: boolean }).dryRun;
    },
    async change({ itemIndex }) {
      done.push(itemIndex);
      return { json: { itemIndex } };
    },
  });
  for (let tries = 0; tries < 2; tries++) {
    const outputs = await changeEachItem(callWith(items), work);
    expect(outputs.map(({ json }) => json.itemIndex)).toEqual([0, 1]);
  }
  expect(done).toEqual([0, 1, 0]);
  expect(asked).toEqual([{ dryRun: true }, { dryRun: false }, { dryRun: true }]);
});

test.each([
  ['a change that may have been made', new ConnectionError('lost', details), true, true],
  ['one that was not sent', new ConnectionError('down', never), true, false],
  ['a read', new ConnectionError('lost', never), false, false],
  ['a refusal', new PlatformError('no', never), true, false],
  ['a refusal after a change that was made', new PlatformError('no', never), 'made', true],
])('whether a change may have been made, after %s', async (_what, failure, sent, expected) => {
  const work = operation({
    // What the reading prepares is sent by the change.
    read: ({ options }) => options,
    async change(_call, prepared) {
      const options = prepared as OperationCall<object>['options'];
      options.onAttempt?.(sent !== false);
      if (sent === 'made') options.onMade?.();
      // What is read afterwards is no change.
      options.onAttempt?.(false);
      throw failure;
    },
  });
  const [output] = await changeEachItem(callWith(itemsOf(1), { continues: true }), work);
  expect(getFacts(output?.error).mayHaveHappened).toBe(expected);
});

test.each([
  ['half of it was made', new PlatformError('half', { ...details, effect: 'made' }), 'half'],
  ['it may have been made', new OutcomeUnknownError(new PlatformError('lost', details)), 'down'],
])(
  'that %s in an earlier try is not denied if a later one cannot look it up',
  async (_what, failure, message) => {
    const items = itemsOf(2);
    let isDown = false;
    const work = operation({
      isRepeatable: true,
      async read({ itemIndex }) {
        if (isDown) throw new ConnectionError('down', never);
        return itemIndex;
      },
      async change({ itemIndex }) {
        if (itemIndex === 1) throw failure;
        return { json: { itemIndex } };
      },
    });
    await changeEachItem(callWith(items, { continues: true }), work);
    isDown = true;
    const outputs = await changeEachItem(callWith(items, { continues: true }), work);
    expect(outputs.map(({ json }) => json.itemIndex)).toEqual([0, undefined]);
    expect(outputs[1]?.error?.message).toBe(message);
    expect(getFacts(outputs[1]?.error).mayHaveHappened).toBe(true);
  },
);

function threeTries(): INodeExecutionData[] {
  const [first, second] = [{ json: { name: 'A' } }, { json: { name: 'A' } }];
  return [first, second, first];
}

const item = { json: {} };
const [firstRun, secondRun] = [{ node }, { node }];
const agent = { run: { node: { name: 'Agent' } } };

// A tool gets a new item for each try, with the same JSON.
test.each<[string, Array<[INodeExecutionData, Setting]>]>([
  [
    'calls of a tool that n8n calls one',
    threeTries().map(({ json }) => [{ json }, { isTool: true }]),
  ],
  [
    'calls of a tool with the entry of its agent',
    threeTries().map(({ json }) => [{ json }, agent]),
  ],
  [
    'runs of the node with the same items',
    [firstRun, secondRun, firstRun].map((run) => [item, { run }]),
  ],
])('two %s are two changes; tries of one of them are one', async (_what, calls) => {
  const change = jest.fn(async () => ({ json: {} }));
  for (const [one, setting] of calls) {
    await changeEachItem(callWith([one], setting), operation({ change }));
  }
  expect(change).toHaveBeenCalledTimes(2);
});

test.each([true, false])('nothing is begun after a cancel (continues: %s)', async (continues) => {
  const cancel = new AbortController();
  const begun: number[] = [];
  const run = async ({ itemIndex }: { itemIndex: number }) => {
    begun.push(itemIndex);
    if (itemIndex === 25) cancel.abort();
    await new Promise((resolve) => setImmediate(resolve));
    return { json: {} };
  };
  const call = callWith(itemsOf(500), { continues, signal: cancel.signal });
  await expect(forEachItem(call, { concurrency: 10, run })).rejects.toThrow(
    'The execution was canceled',
  );
  expect(Math.max(...begun)).toBeLessThan(30);
});

test('a cancel is heard while many items are read, and nothing is changed', async () => {
  const cancel = new AbortController();
  setImmediate(() => cancel.abort());
  let read = 0;
  const change = jest.fn();
  const work = operation({
    change,
    read() {
      read++;
      const end = performance.now() + 1;
      while (performance.now() < end);
    },
  });
  const call = callWith(itemsOf(3_000), { continues: true, signal: cancel.signal });
  await expect(changeEachItem(call, work)).rejects.toThrow('The execution was canceled');
  expect(read).toBeLessThan(2_500);
  expect(change).not.toHaveBeenCalled();
});

describe('a node as a whole', () => {
  /** Executes an operation for two items. @param more what n8n has beside them */
  async function execute(work: object, more: object = {}, chosen = 'v') {
    const { execution } = callWith(itemsOf(2), { continues: true });
    const asked = Object.assign(execution, {
      getExecutionCancelSignal: () => undefined,
      getNodeParameter: (name: string) => (name === 'resource' ? 'r' : chosen),
      addExecutionHints: () => undefined,
      ...more,
    });
    const operations = [{ value: 'v', fields: [], ...work }];
    const resources = [{ value: 'r', name: 'R', operations }];
    const [outputs = []] = await executeOperation(asked, resources as never, async () => ({}));
    return outputs.map(({ json, error }): IDataObject => ({
      ...json,
      node: error?.node.parameters,
    }));
  }

  const fail = async () => await Promise.reject(new ConnectionError('cut', details));

  test('is ended by a cancel, also if it continues on fail', async () => {
    const more = { getExecutionCancelSignal: () => AbortSignal.abort() };
    await expect(execute({ runTogether: fail }, more)).rejects.toThrow('cut');
  });

  test.each(['run', 'runTogether'])('keeps no secrets if it fails in %s', async (work) => {
    const outputs = await execute({ secretParameters: ['value'], [work]: fail });
    const hidden = { node: { value: '***', name: 'A' } };
    expect(outputs).toMatchObject([hidden, hidden]);
  });

  test.each([
    [true, undefined, true],
    [false, undefined, false],
    // The failure of one item says for itself what was sent for it.
    [true, 0, false],
  ])(
    'fails after a change was sent (%s), for item %s: %s',
    async (isChange, itemIndex, happened) => {
      const runTogether = async ({ options }: OperationCall<object>) => {
        options.onAttempt?.(isChange);
        throw new NodeOperationError(node as never, 'a fault', { itemIndex });
      };
      const json = await execute({ runTogether });
      expect(json.map(({ mayHaveHappened }) => mayHaveHappened)).toEqual([happened, happened]);
    },
  );

  test('has no operation that is not in its menu', async () => {
    const [item] = await execute({}, {}, 'later');
    expect(item).toMatchObject({
      error: 'This node has no operation "later" for the resource "r"',
      errorDescription: expect.stringContaining(
        'The workflow may come from a newer version of this node.',
      ),
    });
  });

  test.each([true, false])('shows reports at its output, if n8n can (%s)', async (canShow) => {
    const [shown, logged]: [unknown[], unknown[]] = [[], []];
    const message = 'The change was made, but with errors. The audit log is full';
    const runTogether = async ({ options }: OperationCall<object>) => {
      options.onMutationErrors?.({ message: 'The audit log is full' } as never);
      return [];
    };
    const show = (...hints: unknown[]) => void shown.push(...hints);
    const logger = { warn: (text: string) => void logged.push(text) };
    await execute({ runTogether }, { addExecutionHints: canShow ? show : undefined, logger });
    expect(shown).toEqual(canShow ? [expect.objectContaining({ message })] : []);
    expect(logged).toEqual(canShow ? [] : [message]);
  });
});
