import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_FOLDER } from '../support/packedPackage';

/** What n8n-workflow of the oldest n8n that is held to work exports; `npm run test:versions` asks that version itself. */
const THERE_SINCE_1_81 = [
  'LoggerProxy',
  'NodeApiError',
  'NodeOperationError',
  'OperationalError',
  'deepCopy',
  'sleep',
];

test('the built nodes take no value from n8n-workflow that the oldest n8n lacks', () => {
  const dist = path.join(PACKAGE_FOLDER, 'dist');
  const taken = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.startsWith('platform'))
    .flatMap((file) => [
      ...readFileSync(path.join(dist, file), 'utf8').matchAll(/\bimport_n8n_workflow\d*\.(\w+)/g),
    ])
    .map(([, name]) => String(name));
  expect([...new Set(taken)].sort()).toEqual(THERE_SINCE_1_81);
});
