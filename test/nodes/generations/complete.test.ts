import { startSandbox } from '../../../sandbox';
import { everyOperation } from '../../support/everyOperation';
import { describedNode, NODE_FOLDERS } from '../../support/packageNodes';
import { ROWS, TRIES } from './rows';
import { runTry } from './tries';

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
    for (const tried of [...TRIES].reverse()) {
      const { error } = await runTry(sandbox, tried);
      if (error) failed.push(`${tried.row}: ${error.message}`);
    }
  } finally {
    await sandbox.close();
  }
  expect(failed).toEqual([]);
});
