import assert from 'node:assert/strict';
import type { Check } from '../check';
import { tasks } from '../tasks';

/** A person's tasks, built and run by clicks, without Code. */
export const clickChecks: Check[] = tasks.map(({ name, maxClicks, build, result }) => ({
  name: `clicks: ${name}`,
  async run(editor) {
    const clicks = await editor.countClicks();
    await build(editor);
    await editor.executeBuiltWorkflow();
    const count = await clicks();
    const picture = `clicks-${name.split(' ', 3).join('-')}`;
    await editor.screenshot(picture);
    assert.ok(count <= maxClicks, `${count} clicks`);
    await editor.openNode(result.node);
    const [first] = await editor.outputRows();
    await editor.screenshot(`${picture}-result`);
    assert.match(first?.[result.column] ?? '', result.value);
  },
}));
