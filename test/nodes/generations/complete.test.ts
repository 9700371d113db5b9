import { startSandbox } from '../../../sandbox';
import { describedNode, NODE_FOLDERS } from '../../support/descriptions/packageNodes';
import { sampleOf } from '../../support/cases';
import { TRIES } from '../tries';
import { everyOperation } from '../tries/everyOperation';
import { runTry } from '../tries/operationTry';
import { ROWS } from './rows';

const TRIGGERS = NODE_FOLDERS.filter((node) => describedNode(node).group.includes('trigger'));

test('every operation of every node is tried on every generation', () => {
  expect(everyOperation().length).toBeGreaterThan(0);
});

test.each(TRIGGERS)('%s is tried on every generation', (trigger) => {
  expect(ROWS.map(({ node }) => node)).toContain(trigger);
});

test('a call works whatever was called before it', async () => {
  const sandbox = await startSandbox();
  const failed: string[] = [];
  try {
    for (const tried of sampleOf(
      TRIES,
      ({ node, operation }) => node + operation.split('/')[0],
    ).reverse()) {
      const { error } = await runTry(sandbox, tried);
      if (error) failed.push(`${tried.row}: ${error.message}`);
    }
  } finally {
    await sandbox.close();
  }
  expect(failed).toEqual([]);
});
