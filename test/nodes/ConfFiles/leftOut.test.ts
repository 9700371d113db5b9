import { leftOutEntries, leftOutText } from '../../../nodes/ConfFiles/leftOutEntries';
import { claimPath } from '../../../nodes/ConfFiles/pathClaims';
import { readAtMost, textOf } from '../../../nodes/ConfFiles/resources/file';

const START = 'listed file(s) were left out because their names are not valid in a path:';

test.each([
  [0, []],
  [1, [`1 ${START} "f0".`]],
  [5, [`5 ${START} "f0", "f1", "f2", "f3", "f4".`]],
  [6, [`6 ${START} "f0", "f1", "f2", "f3", "f4" and 1 more.`]],
  [8, [`8 ${START} "f0", "f1", "f2", "f3", "f4" and 3 more.`]],
])('of %i entries that were left out, five are named', (count, messages) => {
  const hints: object[] = [];
  const execution = { addExecutionHints: (...added: object[]) => void hints.push(...added) };
  const entries = leftOutEntries(execution as never);
  for (let n = 0; n < count; n++) entries.add(`f${n}`);
  entries.showHint();
  expect(hints).toEqual(messages.map((message) => ({ message, location: 'outputPane' })));
});

test('one alone is reported as such', () => {
  expect(leftOutText(['a'], 1)).toBe(`1 ${START} "a".`);
});

describe('a path that items want', () => {
  test('is worked on once where they want the same of it', async () => {
    const execution = {};
    const claim = (path: string) => claimPath({ execution } as never, path, 'same');
    const work = jest.fn(async () => 'done');
    expect(await claim('/a').once(work)).toBe('done');
    expect(await claim('/a').once(work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
    await claim('/b').once(work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('is refused to the second one that wants something else', () => {
    const execution = {};
    claimPath({ execution } as never, '/a', 'one');
    expect(() => claimPath({ execution } as never, '/a', 'other')).toThrow(
      expect.objectContaining({
        message: 'Two items have the path /a',
        hint: 'Use a different "File Path" for each item. Nothing was sent for this item.',
      }),
    );
    // Another execution.
    expect(claimPath({ execution: {} } as never, '/a', 'other').path).toBe('/a');
  });
});

describe('a file as text', () => {
  const MAX_BYTES = 256 * 1024;
  const read = async (...sizes: number[]) => {
    let given = 0;
    const body = (async function* () {
      for (const size of sizes) {
        given++;
        yield await Promise.resolve(Buffer.alloc(size, 'x'));
      }
    })();
    const content = await readAtMost({ body } as never);
    return [content?.length, given];
  };

  test.each([
    [[], [0, 0]],
    [[MAX_BYTES], [MAX_BYTES, 1]],
    [
      [MAX_BYTES - 1, 1],
      [MAX_BYTES, 2],
    ],
    [
      [MAX_BYTES, 1, 1],
      [undefined, 2],
    ],
    [
      [MAX_BYTES + 1, 1],
      [undefined, 1],
    ],
  ])('of pieces of %j bytes is read up to the limit', async (sizes, expected) => {
    expect(await read(...sizes)).toEqual(expected);
  });

  const node = { name: 'Node', type: 't', parameters: {} } as never;
  const where = { node, path: '/a', itemIndex: 2 };

  test.each([
    [undefined, '/a is larger than 256 KiB', 'size'],
    [Buffer.from([0xff]), '/a is not UTF-8 text', 'type'],
  ])('%j is none', (content, message, what) => {
    expect(() => textOf(content, where)).toThrow(
      expect.objectContaining({
        message,
        description: `Set "Output" to "Binary Data", which supports files of any ${what}.`,
        context: expect.objectContaining({ itemIndex: 2 }),
      }),
    );
  });

  test('is given as it is', () => {
    expect(textOf(Buffer.from('ä\n'), where)).toBe('ä\n');
  });
});
