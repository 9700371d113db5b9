import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readText } from '../support/repository';

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
  const taken = filesIn(PACKAGE_FOLDER, 'dist/**/*.js')
    .filter((file) => !file.startsWith('dist/platform'))
    .flatMap((file) => [
      ...readText(PACKAGE_FOLDER, file).matchAll(/\bimport_n8n_workflow\d*\.(\w+)/g),
    ])
    .map(([, name]) => name);
  expect([...new Set(taken)].sort()).toEqual(THERE_SINCE_1_81);
});
