import { showHints } from '../../../../nodes/shared/operation/hints';
import { MutationReports } from '../../../../nodes/shared/operation/mutationReports';

const START = 'The change was made, but with errors. ';

function hintsOf(...reports: Array<[message: string, itemIndex?: number]>): string[] {
  const all = new MutationReports();
  for (const [message, itemIndex] of reports) all.add({ message } as never, itemIndex);
  return all.hints().map(({ message }) => message.slice(START.length));
}

const ofItems = (count: number) =>
  Array.from({ length: count }, (_, item): [string, number] => ['full', item]);

test.each([
  [1, 'full (item 0)'],
  [2, 'full (items 0, 1)'],
  [5, 'full (items 0, 1, 2, 3, 4)'],
  [6, 'full (items 0, 1, 2, 3, 4 and 1 more)'],
])('of %i items with the same report, five are named', (count, told) => {
  expect(hintsOf(...ofItems(count))).toEqual([told]);
});

test('items are named in their order, once each', () => {
  expect(hintsOf(['full', 10], ['full', 9], ['full', 10])).toEqual(['full (items 9, 10)']);
});

test('a report of no item names none', () => {
  expect(hintsOf(['full'])).toEqual(['full']);
  expect(hintsOf(['full'], ['full', 3])).toEqual(['full (item 3)']);
});

test.each([
  [10, 10, 'report 9'],
  [11, 11, '1 other reports of this kind'],
  [13, 11, '3 other reports of this kind'],
])('of %i different reports there are %i hints', (count, shown, last) => {
  const hints = hintsOf(...Array.from({ length: count }, (_, n): [string] => [`report ${n}`]));
  expect(hints).toHaveLength(shown);
  expect(hints.at(-1)).toBe(last);
});

test('those of one item name the item', () => {
  const all = new MutationReports();
  const [first, second] = [{ message: 'a' }, { message: 'b' }] as never[];
  all.add(first as never, 0);
  all.add(second as never, 1);
  all.add(second as never);
  expect([all.of(0), all.of(1), all.of(2)]).toEqual([[first], [second], []]);
});

test.each([true, false])(
  'hints are shown at the output, where n8n can (%s), or logged',
  (canShow) => {
    const [shown, logged]: [unknown[], unknown[]] = [[], []];
    const context = {
      logger: { warn: (text: string) => void logged.push(text) },
      ...(canShow && { addExecutionHints: (...hints: unknown[]) => void shown.push(...hints) }),
    };
    showHints(context as never, { message: 'a' }, { message: 'b' });
    expect(shown).toEqual(canShow ? [{ message: 'a' }, { message: 'b' }] : []);
    expect(logged).toEqual(canShow ? [] : ['a', 'b']);
  },
);
