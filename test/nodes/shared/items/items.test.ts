import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import {
  ConnectionError,
  GraphqlResponseError,
  InvalidInputError,
  OutcomeUnknownError,
  PartlyDoneError,
  PlatformError,
} from '../../../../platform/errors/errors';
import { factsOf } from '../../../../nodes/shared/errors/errors';
import { executeOperation } from '../../../../nodes/shared/execute';
import { changeEachItem, forEachItem } from '../../../../nodes/shared/items/items';
import { MutationReports } from '../../../../nodes/shared/operation/mutationReports';
import type { ChangeOperation, OperationCall } from '../../../../nodes/shared/operation/operation';
import { NodeParameters } from '../../../../nodes/shared/parameters/nodeParameters';
import { sourceOfExecution } from '../../../../nodes/shared/parameters/parameterSource';
import { someNode } from '../../../support/someNode';

const node = someNode({ parameters: { value: 'secret-1', name: 'A' } });

interface Setting {
  continues?: boolean;
  isTool?: boolean;
  signal?: AbortSignal;
  /** What n8n has for one run of a node, all tries of it. Default: one for these items. */
  run?: object;
}

const runs = new WeakMap<object, object>();

/** The entry of n8n's stack, which names the node that it runs. */
function runOf(items: object): object {
  const run = runs.get(items) ?? { node };
  runs.set(items, run);
  return run;
}

function callWith(items: INodeExecutionData[], { continues, isTool, signal, run }: Setting = {}) {
  const execution = {
    getInputData: () => items,
    getExecuteData: () => run ?? runOf(items),
    getNode: () => node,
    continueOnFail: () => continues === true,
    isToolExecution: () => isTool === true,
  } as unknown as IExecuteFunctions;
  const reports = new MutationReports();
  const parameters = new NodeParameters(sourceOfExecution(execution), []);
  const parametersOf = (itemIndex: number) => parameters.ofItem(itemIndex);
  const options = { signal };
  return { execution, client: {}, parametersOf, signal, options, reports } as OperationCall<object>;
}

const itemsOf = (count: number): INodeExecutionData[] =>
  Array.from({ length: count }, (_, number) => ({ json: { number } }));

const details = { hint: 'Look.', reach: 'unknown' } as const;

function operation(
  more: Pick<ChangeOperation<object, unknown>, 'read' | 'change'> &
    Partial<ChangeOperation<object, unknown>>,
): ChangeOperation<object, unknown> {
  return {
    value: 'v',
    name: 'n',
    action: 'a',
    description: 'd',
    fields: [],
    isRepeatable: false,
    ...more,
  };
}

const bad57 = ({ itemIndex }: { itemIndex: number }) => {
  if (itemIndex === 57) throw new InvalidInputError('bad', 'Look.');
  return itemIndex;
};

test('one bad item of 100: nothing is changed where the node stops', async () => {
  const change = jest.fn(async () => ({ json: {} }));
  const failing = changeEachItem(callWith(itemsOf(100)), operation({ read: bad57, change }));
  await expect(failing).rejects.toMatchObject({ message: 'bad', context: { itemIndex: 57 } });
  expect(change).not.toHaveBeenCalled();
});

test('one bad item of 100: it fails alone where the node continues', async () => {
  const change = jest.fn(async (_call: unknown, input: unknown) => ({ json: { input } }) as never);
  const outputs = await changeEachItem(
    callWith(itemsOf(100), { continues: true }),
    operation({ read: bad57, change }),
  );
  expect(change).toHaveBeenCalledTimes(99);
  expect(outputs.filter(({ error }) => error).map(({ pairedItem }) => pairedItem)).toEqual([
    { item: 57 },
  ]);
});

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
  expect(second.reports.hints().map(({ message }) => message)).toEqual([
    expect.stringContaining('report 0 (item 0)'),
    expect.stringContaining('report 1 (item 1)'),
  ]);

  // What a later node does to an output is not seen by the next try.
  (outputs[0]?.json.made as { by: number }).by = 99;
  const again = await changeEachItem(callWith(items), work);
  expect(again[0]?.json).toEqual({ made: { by: 1 } });
  expect(done).toEqual([0, 1]);
});

test.each([
  [new OutcomeUnknownError(new PlatformError('lost', details)), false, 1],
  [new PartlyDoneError('half', details), true, 1],
  [new OutcomeUnknownError(new PlatformError('lost', details)), true, 2],
  [new ConnectionError('broken', details), false, 2],
])('after %s (repeatable: %s) it is sent %s times', async (failure, isRepeatable, times) => {
  const items = itemsOf(1);
  const told: unknown[] = [];
  const work = operation({
    isRepeatable,
    read: () => undefined,
    async change({ mayHaveBeenMade }) {
      told.push(mayHaveBeenMade);
      throw failure;
    },
  });
  await expect(changeEachItem(callWith(items), work)).rejects.toThrow(failure.message);
  await expect(changeEachItem(callWith(items), work)).rejects.toThrow(failure.message);
  expect(told).toHaveLength(times);
  expect(told[1]).toBe(times === 1 ? undefined : failure instanceof OutcomeUnknownError);
});

test('an item that only reads is read in each try; what is settled is not asked whether it does', async () => {
  const items = itemsOf(2);
  const asked: unknown[] = [];
  const done: number[] = [];
  const work = operation({
    read: ({ itemIndex }) => ({ dryRun: itemIndex === 0 }),
    isRead(input) {
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

test('an item that only reads fails as any other', async () => {
  const work = operation({
    read: () => undefined,
    isRead: () => true,
    change: async () => await Promise.reject(new ConnectionError('down', details)),
  });
  const [output] = await changeEachItem(callWith(itemsOf(1), { continues: true }), work);
  expect(output?.error?.message).toBe('down');
  expect(factsOf(output?.error)).toMatchObject({ errorCode: 'UNREACHABLE' });
});

test.each([
  ['a change that may have been made', new ConnectionError('lost', details), true, true, true],
  [
    'one that was not sent',
    new ConnectionError('down', { ...details, reach: 'never' }),
    true,
    false,
    false,
  ],
  ['a read', new ConnectionError('lost', details), false, false, false],
  [
    'a refusal after a change',
    new PlatformError('no', { ...details, reach: 'answered' }),
    true,
    true,
    true,
  ],
  ['a refusal', new PlatformError('no', { ...details, reach: 'answered' }), true, false, false],
])('what is returned of %s', async (_what, failure, isChange, isMade, mayHaveHappened) => {
  const work = operation({
    read: () => undefined,
    async change({ options }) {
      options.onSent?.(isChange);
      if (isMade) options.onMade?.();
      throw failure;
    },
  });
  const [output] = await changeEachItem(callWith(itemsOf(1), { continues: true }), work);
  expect(factsOf(output?.error).mayHaveHappened).toBe(mayHaveHappened);
});

test('what an earlier try reports of an item is not hidden by what cannot be looked up in a later one', async () => {
  const items = itemsOf(2);
  let isDown = false;
  const work = operation({
    async read({ itemIndex }) {
      if (isDown) throw new ConnectionError('down', details);
      return itemIndex;
    },
    async change({ itemIndex }) {
      if (itemIndex === 1) throw new PartlyDoneError('half', details);
      return { json: { itemIndex } };
    },
  });
  const setting = { continues: true };
  for (isDown of [false, true]) {
    const outputs = await changeEachItem(callWith(items, setting), work);
    expect(outputs.map(({ json }) => json.itemIndex)).toEqual([0, undefined]);
    expect(outputs[1]?.error?.message).toBe('half');
  }
});

test('nor is it denied then that an earlier try may have changed it', async () => {
  const items = itemsOf(1);
  let isDown = false;
  const lost = new OutcomeUnknownError(new PlatformError('lost', details));
  const work = operation({
    isRepeatable: true,
    async read() {
      if (isDown) throw new ConnectionError('down', { ...details, reach: 'never' });
    },
    change: async () => await Promise.reject(lost),
  });
  for (isDown of [false, true]) {
    const [output] = await changeEachItem(callWith(items, { continues: true }), work);
    expect(factsOf(output?.error).mayHaveHappened).toBe(true);
  }
});

test('two calls of one tool are two changes; tries of one call are one', async () => {
  let made = 0;
  const work = operation({
    read: () => undefined,
    change: async () => ({ json: { made: ++made } }),
  });
  const callTool = async (json: object) =>
    await changeEachItem(callWith([{ json: json as never }], { isTool: true }), work);
  const first = { name: 'A' };
  await callTool(first);
  await callTool({ name: 'A' });
  expect(made).toBe(2);
  // A tool gets a new item for each try, with the same JSON.
  await callTool(first);
  expect(made).toBe(2);
});

test('the same items in another run of the node are other changes', async () => {
  const items = itemsOf(1);
  let made = 0;
  const work = operation({
    read: () => undefined,
    change: async () => ({ json: { made: ++made } }),
  });
  const [first, second] = [{ node }, { node }];
  for (const run of [first, second, first]) {
    await changeEachItem(callWith(items, { run }), work);
  }
  expect(made).toBe(2);
});

test.each([true, false])('nothing is begun after a cancel (continues: %s)', async (continues) => {
  const cancel = new AbortController();
  const begun: number[] = [];
  const work = {
    concurrency: 10,
    run: async ({ itemIndex }: { itemIndex: number }) => {
      begun.push(itemIndex);
      if (itemIndex === 25) cancel.abort();
      await new Promise((resolve) => setImmediate(resolve));
      return { json: {} };
    },
  };
  const call = callWith(itemsOf(500), { continues, signal: cancel.signal });
  await expect(forEachItem(call, work)).rejects.toThrow('The execution was canceled');
  expect(Math.max(...begun)).toBeLessThan(30);
});

test('a cancel is heard while many items are read, and nothing is changed', async () => {
  const cancel = new AbortController();
  setTimeout(() => cancel.abort(), 60);
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

test('many different reports are bounded and counted', () => {
  const reports = new MutationReports();
  for (let item = 0; item < 5_000; item++) {
    reports.add({ message: `${'x'.repeat(5_000)}` } as never, item);
    reports.add({ message: `problem ${item}` } as never, item);
  }
  const hints = reports.hints();
  expect(hints).toHaveLength(11);
  expect(hints[0]?.message).toContain('(items 0, 1, 2, 3, 4 and 4995 more)');
  expect(hints.at(-1)?.message).toContain('4991 other reports');
  expect(hints.reduce((sum, { message }) => sum + message.length, 0)).toBeLessThan(10_000);
});

test.each([
  [true, true],
  [false, false],
])('what fails a node after its items, a change sent: %s', async (isChange, mayHaveHappened) => {
  const work = operation({
    read: () => undefined,
    change: async ({ options }) => {
      options.onSent?.(isChange);
      return { json: {} };
    },
  });
  const { execution } = callWith(itemsOf(2), { continues: true });
  const failing = Object.assign(execution, {
    getExecutionCancelSignal: () => undefined,
    getNodeParameter: (name: string) => (name === 'resource' ? 'r' : 'v'),
    addExecutionHints() {
      throw new Error('an accident');
    },
  });
  const resource = { value: 'r', name: 'R', operations: [work] };
  const [outputs = []] = await executeOperation(failing, [resource] as never, async () => ({}));
  expect(outputs.map(({ json }) => json.mayHaveHappened)).toEqual([
    mayHaveHappened,
    mayHaveHappened,
  ]);
});
