import type { IExecuteFunctions } from 'n8n-workflow';
import {
  EarlierTries,
  keepForUserRetry,
  takeForUserRetry,
} from '../../../../nodes/shared/items/earlierTries';

interface Known {
  id: string;
}

/** One try of a node. @param entry of n8n's stack: the same for all tries of one run */
function tryOf(
  entry: object,
  {
    isTool,
    items = [{}, {}],
    name = 'Node',
  }: { isTool?: boolean; items?: object[]; name?: string } = {},
): IExecuteFunctions {
  return {
    getExecuteData: () => entry,
    getNode: () => ({ name }),
    getInputData: () => items.map((json) => ({ json })),
    ...(isTool !== undefined && { isToolExecution: () => isTool }),
  } as unknown as IExecuteFunctions;
}

const entryOf = (name = 'Node') => ({ node: { name } });

test('what a try keeps of an item, the next try of the same run knows, of that item', () => {
  const [tries, entry] = [new EarlierTries<Known>(), entryOf()];
  tries.keep({ execution: tryOf(entry), itemIndex: 1 }, { id: 'a' });
  const known = (itemIndex: number) => tries.of({ execution: tryOf(entry), itemIndex });
  expect([known(0), known(1)]).toEqual([undefined, { id: 'a' }]);
  tries.keep({ execution: tryOf(entry), itemIndex: 0 }, { id: 'b' });
  expect([known(0), known(1)]).toEqual([{ id: 'b' }, { id: 'a' }]);
  tries.forget({ execution: tryOf(entry), itemIndex: 1 });
  expect([known(0), known(1)]).toEqual([{ id: 'b' }, undefined]);
});

test('another run of the node, and another kind of work, know nothing of it', () => {
  const [tries, entry] = [new EarlierTries<Known>(), entryOf()];
  const item = { execution: tryOf(entry), itemIndex: 0 };
  tries.keep(item, { id: 'a' });
  expect(tries.of({ execution: tryOf(entryOf()), itemIndex: 0 })).toBeUndefined();
  expect(new EarlierTries<Known>().of(item)).toBeUndefined();
  tries.forget({ execution: tryOf(entryOf()), itemIndex: 0 });
  expect(tries.of(item)).toEqual({ id: 'a' });
});

test.each([
  ['that n8n calls one', { isTool: true }, entryOf()],
  ['that runs with the entry of its agent', { isTool: false }, entryOf('Agent')],
  ['of an older n8n', {}, entryOf('Agent')],
])('a tool %s is known by the JSON of its call', (_which, tool, entry) => {
  const tries = new EarlierTries<Known>();
  const [call, other] = [{ jobId: '7' }, { jobId: '7' }];
  tries.keep({ execution: tryOf(entry, { ...tool, items: [call] }), itemIndex: 0 }, { id: 'a' });
  const knownOf = (items: object[], itemIndex = 0) =>
    tries.of({ execution: tryOf(entry, { ...tool, items }), itemIndex });
  expect(knownOf([call])).toEqual({ id: 'a' });
  expect(knownOf([{}, call], 1)).toEqual({ id: 'a' });
  expect(knownOf([other])).toBeUndefined();
  expect(knownOf([])).toBeUndefined();
});

describe('what is kept for a user who retries an execution', () => {
  const executionIn = (mode: string, context: object) =>
    ({ getMode: () => mode, getContext: () => context }) as unknown as IExecuteFunctions;

  test('is used once, in a retry', () => {
    const context = {};
    keepForUserRetry(executionIn('manual', context), ['a']);
    expect(context).toEqual({ keptForRetry: ['a'] });
    expect(takeForUserRetry(executionIn('manual', context))).toEqual([]);
    expect(context).toEqual({ keptForRetry: ['a'] });
    expect(takeForUserRetry(executionIn('retry', context))).toEqual(['a']);
    expect(context).toEqual({});
    expect(takeForUserRetry(executionIn('retry', context))).toEqual([]);
  });

  test('stays where nothing is to be kept', () => {
    const context = { keptForRetry: ['a'] };
    keepForUserRetry(executionIn('manual', context), []);
    expect(context).toEqual({ keptForRetry: ['a'] });
  });
});
