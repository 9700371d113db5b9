import { NODES } from './knip.all.mjs';

/** Without tests and measurements: finds parts of the package and the sandbox that only they use. */
export default {
  entry: [
    ...NODES,
    // Tests use more of the sandbox than the package does.
    'sandbox/index.ts',
    // Tests write docs/project-files from it.
    'platform/projectFiles/files/jsonSchemas.ts',
    'sandbox/main.ts',
    'start/install.mjs',
    'start/main.ts',
  ].map((file) => `${file}!`),
  project: ['{nodes,platform,credentials,sandbox}/**/*.{ts,mjs,cjs,js}!'],
  include: ['files', 'exports', 'types', 'enumMembers', 'duplicates'],
  // Tests import limits and words that only one file uses.
  ignoreExportsUsedInFile: true,
  treatConfigHintsAsErrors: true,
};
