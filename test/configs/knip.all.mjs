/** Finds unused exports and files. knip finds the files that npm scripts, Jest and ESLint start. Other files that are started by path are listed here. */
export const NODES = [
  // n8n loads the files that are built from these.
  'nodes/*/*.node.ts',
  'credentials/*.credentials.ts',
  // The build writes `__schema__` from this file.
  'nodes/outputs.ts',
  // The sandbox sends this file to browsers.
  'sandbox/html/overview.js',
];

export default {
  entry: [
    ...NODES,
    // test/operations/index.ts loads its folder.
    'test/operations/*.ts',
    // Measurements start these files as processes.
    'test/bench/measure/{n8nModules.mjs,sideProcess.ts}',
    'test/bench/tasks/packageLoader.cjs',
    // Tests start these files as processes.
    'test/field/servers/graphql/serverProcess.ts',
    'test/nodes/Projects/runs/retryProcess.ts',
    'test/versions/scenario/main.ts',
    'test/configs/{jest.cluster,knip.package}.mjs',
    // Jest uses these files with other configurations.
    'test/**/*.{field,cluster}.ts',
    'test/mutants/{environment.cjs,inOrder.cjs,noSetup.mjs}',
  ],
  project: ['{nodes,platform,credentials,sandbox,start,test}/**/*.{ts,mts,mjs,cjs,js}'],
  include: ['files', 'exports', 'types', 'enumMembers', 'duplicates', 'dependencies'],
  treatConfigHintsAsErrors: true,
};
