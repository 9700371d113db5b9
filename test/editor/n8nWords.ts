import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExecutionCheck } from './check';

const N8N = path.resolve(__dirname, '..', '..', 'start', 'n8n');

/** Names of menus, buttons, fields and choices of n8n that the docs contain. */
export const N8N_WORDS = [
  'Actions',
  'Add first step',
  'Community nodes',
  'Connection tested successfully',
  'Continue',
  'Continue (using error output)',
  'Create new credential',
  'Create workflow',
  'Do not save',
  'Execute previous nodes',
  'Execute step',
  'Execute workflow',
  'Fetch Test Event',
  'Import workflow from file',
  'Install',
  'Install a community node',
  'Let the model define this parameter',
  'On Error',
  'Production URL',
  'Publish',
  'Retry',
  'Retry On Fail',
  'Save',
  'Save execution progress',
  'Save successful production executions',
  'Settings',
  'Timezone',
];

/** Reads the English texts in the editor of the installed n8n. */
function readWordsOfN8n(): Set<string> {
  const file = path.join(N8N, 'node_modules', '@n8n', 'i18n', 'dist', 'index.mjs');
  const texts = readFileSync(file, 'utf8').matchAll(/^\s*"[^"]+": "((?:[^"\\]|\\.)*)"/gm);
  return new Set([...texts].map(([, text]) => String(text).replace(/(?:…|\.\.\.)$/, '')));
}

export const nameChecks: ExecutionCheck[] = [
  {
    name: 'menus and buttons of this n8n have the names that the docs use',
    run() {
      const texts = readWordsOfN8n();
      assert.ok(texts.size > 1000);
      assert.deepEqual(
        N8N_WORDS.filter((words) => !texts.has(words)),
        [],
      );
      return Promise.resolve();
    },
  },
];
