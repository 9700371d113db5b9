import { OPERATION_RIGHTS } from '../../../schemas/rights';
import { writtenAnewBy } from '../../support/writtenAnew';
import { recordedExamples, writeExamples, type Example, type Examples } from './example';
import { recordOperation } from './recording/record';
import { recordEvent, RECORDED_EVENTS } from './recording/recordEvents';

const NODES = Object.entries(OPERATION_RIGHTS)
  .map(([node, operations]) => ({ node, operations: Object.keys(operations) }))
  .filter(({ operations }) => !operations.includes(''));

const COMMAND = 'UPDATE_DOCS=1 npm test -- test/package/reference, then test/package/nodePages';

const RECORDED = [
  ...NODES.map(({ node, operations }) => ({ node, names: operations, record: recordOperation })),
  ...RECORDED_EVENTS.map(({ node, events }) => ({ node, names: events, record: recordEvent })),
];

describe.each(RECORDED)('$node', ({ node, names, record }) => {
  const seen = new Map<string, Example>();

  test.each(names)('the example of %s is what comes out', async (name) => {
    const example = await record(node, name);
    seen.set(name, example);
    if (process.env.UPDATE_DOCS) return;
    writtenAnewBy(COMMAND, () => expect(example).toEqual(recordedExamples(node)[name]));
  });

  test('there is an example of each, and of nothing else', () => {
    if (process.env.UPDATE_DOCS) {
      const before = recordedExamples(node);
      const kept = names.map((name) => [name, seen.get(name) ?? before[name]] as const);
      writeExamples(node, Object.fromEntries(kept) as Examples);
    }
    writtenAnewBy(COMMAND, () => expect(Object.keys(recordedExamples(node))).toEqual([...names]));
  });
});
