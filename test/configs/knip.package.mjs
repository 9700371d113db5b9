import { NODES } from './knip.all.mjs';

/** The same without tests and measurements: nothing is in the package or in the sandbox for their sake alone. */
export default {
  entry: [
    ...NODES,
    // What tests ask of a sandbox of theirs.
    'sandbox/index.ts',
    // Tests write docs/project-files from it.
    'platform/projectFiles/files/jsonSchemas.ts',
    'sandbox/main.ts',
    'start/install.mjs',
    'start/main.ts',
  ].map((file) => `${file}!`),
  project: ['{nodes,platform,credentials,sandbox}/**/*.{ts,mjs,cjs,js}!'],
  include: ['files', 'exports', 'types', 'enumMembers', 'duplicates'],
  // Tests compare with limits and words which one file alone has.
  ignoreExportsUsedInFile: true,
  treatConfigHintsAsErrors: true,
};
