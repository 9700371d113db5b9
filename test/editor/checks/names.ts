import assert from 'node:assert/strict';
import type { Check } from '../check';
import { N8N_WORDS, wordsOfN8n } from '../n8nWords';

export const nameChecks: Check[] = [
  {
    name: 'menus and buttons of this n8n have the names that the docs use',
    run() {
      const said = wordsOfN8n();
      assert.ok(said.size > 1000);
      assert.deepEqual(
        N8N_WORDS.filter((words) => !said.has(words)),
        [],
      );
      return Promise.resolve();
    },
  },
];
