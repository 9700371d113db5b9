import assert from 'node:assert/strict';
import type { Check } from '../check';
import { tasks } from '../tasks';

/** A person's tasks, built and run by clicks, without Code. */
export const clickChecks: Check[] = tasks.map(({ name, clicks: expected, build, result }) => ({
  name: `clicks: ${name}`,
  async run(editor) {
    const clicks = await editor.countClicks();
    await build(editor);
    await editor.node.pressExecuteStep();
    const count = await clicks();
    const [first] = await editor.node.outputRows();
    assert.match(first?.[result.column] ?? '', result.value);
    assert.equal(count, expected);
  },
}));
