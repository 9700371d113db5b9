/**
 * Nothing is exported that no other file uses, and no file is there that nothing reaches. What npm scripts, Jest and ESLint
 * start is known; the rest of what is started by its path stands here.
 */
export const NODES = [
  // n8n loads them: package.json names what they are built to.
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
    // Tests that `npm test` leaves out, and what runs of Jest are given: test/configs/jest.*.mjs, test/mutants/runTests.ts.
    'test/**/*.{field,cluster}.ts',
    'test/mutants/{environment.cjs,inOrder.cjs,noSetup.mjs}',
  ],
  project: ['{nodes,platform,credentials,sandbox,start,test}/**/*.{ts,mts,mjs,cjs,js}'],
  include: ['files', 'exports', 'types', 'enumMembers', 'duplicates', 'dependencies'],
  treatConfigHintsAsErrors: true,
};
