/** Finds unused exports and files. knip knows what npm scripts, Jest and ESLint start; other files started by path are listed here. */
export const NODES = [
  // n8n loads what they are built to.
  'nodes/*/*.node.ts',
  'credentials/*.credentials.ts',
  // The build writes `__schema__` from it.
  'nodes/outputs.ts',
  // Sent to browsers.
  'sandbox/html/overview.js',
];

export default {
  entry: [
    ...NODES,
    // test/operations/index.ts loads its folder.
    'test/operations/*.ts',
    // Processes of measurements.
    'test/bench/measure/{n8nModules.mjs,sideProcess.ts}',
    'test/bench/tasks/packageLoader.cjs',
    // Processes of tests.
    'test/field/servers/graphql/serverProcess.ts',
    'test/nodes/Projects/runs/retryProcess.ts',
    'test/versions/scenario/main.ts',
    'test/configs/{jest.cluster,knip.package}.mjs',
    // Other runs of Jest use them.
    'test/**/*.{field,cluster}.ts',
    'test/mutants/{environment.cjs,inOrder.cjs,noSetup.mjs}',
  ],
  project: ['{nodes,platform,credentials,sandbox,start,test}/**/*.{ts,mts,mjs,cjs,js}'],
  include: ['files', 'exports', 'types', 'enumMembers', 'duplicates', 'dependencies'],
  treatConfigHintsAsErrors: true,
};
