import { NODES } from './knip.all.mjs';

/** Finds exports of the package and the sandbox that only tests and measurements use. */
export default {
  entry: [
    ...NODES,
    // This file exports the sandbox to tests.
    'sandbox/index.ts',
    // Tests write docs/project-files from this file.
    'platform/projectFiles/files/jsonSchemas.ts',
    'sandbox/main.ts',
    'start/install.mjs',
    'start/main.ts',
  ].map((file) => `${file}!`),
  project: ['{nodes,platform,credentials,sandbox}/**/*.{ts,mjs,cjs,js}!'],
  include: ['files', 'exports', 'types', 'enumMembers', 'duplicates'],
  // Tests also import limits and texts that only one file of the package uses.
  ignoreExportsUsedInFile: true,
  treatConfigHintsAsErrors: true,
};
