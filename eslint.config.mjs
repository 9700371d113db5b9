import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';
import { noIndexByName } from './test/configs/noIndexByName.mjs';

const typed = {
  parser: tseslint.parser,
  parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
};

const PUBLISHED = ['platform/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'];

/** The rules of typescript-eslint that need types. */
const withTypes = Object.assign(
  {},
  ...tseslint.configs.recommendedTypeCheckedOnly.map(({ rules }) => rules),
  { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }] },
);

/** These report about 100 places, none of them a mistake: n8n's helpers are passed on as functions, and JSON is unknown. */
const TOO_LOUD = [
  'await-thenable',
  'no-base-to-string',
  'no-duplicate-type-constituents',
  'no-unnecessary-type-assertion',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-enum-comparison',
  'no-unsafe-return',
  'prefer-promise-reject-errors',
  'require-await',
];

/** Each folder of `platform` may import only those before it. */
const PLATFORM = [
  ['common', 'http', 'session', 'graphql', 'connection'],
  ['runs', 'resources', 'projectFiles', 'watch', 'report', 'diagnosis'],
  ['cluster', 'confFiles'],
].flat();

const FORBIDDEN = {
  platform: ['nodes', 'credentials', 'sandbox', 'start', 'test'],
  sandbox: ['nodes', 'credentials', 'platform', 'start', 'test'],
  nodes: ['credentials', 'sandbox', 'start', 'test'],
  credentials: ['sandbox', 'start', 'test'],
  start: ['test'],
};

const ZONES = [
  ...Object.entries(FORBIDDEN).map(([target, from]) => ({
    target: `./${target}/**/!(*.test).ts`,
    from: from.map((folder) => `./${folder}`),
  })),
  ...PLATFORM.slice(0, -1).map((folder, index) => ({
    target: `./platform/${folder}`,
    from: PLATFORM.slice(index + 1).map((later) => `./platform/${later}`),
  })),
];

const mayNotLoad = (files, packages) => ({
  files,
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-imports': ['error', { paths: packages }] },
});

/** These functions of n8n do not check types, so a value from a sheet may be mistaken for another one. */
const UNCHECKED_READERS = [
  'getNodeParameter',
  'getCurrentNodeParameter',
  'getCurrentNodeParameters',
];
const unchecked = (readers) => ({
  selector: `:matches(MemberExpression > Identifier.property, ObjectPattern > Property > Identifier.key)[name=/^(?:${readers.join('|')})$/]`,
  message:
    'n8n checks no value. Read it from `parameters`, by the type of its field: nodes/shared/parameters.',
});

export default tseslint.config(
  { ignores: ['dist/', '.local/', 'start/n8n/'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: typed,
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: PUBLISHED,
    rules: {
      ...withTypes,
      ...Object.fromEntries(TOO_LOUD.map((rule) => [`@typescript-eslint/${rule}`, 'off'])),
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts'],
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js'] })],
    },
    rules: {
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-duplicates': 'error',
      'import-x/no-restricted-paths': ['error', { zones: ZONES }],
    },
  },
  {
    // No published rule knows which names come from outside without reporting every index of an array.
    files: PUBLISHED,
    plugins: { project: { rules: { 'no-index-by-name': noIndexByName } } },
    rules: { 'project/no-index-by-name': 'error' },
  },
  {
    files: ['nodes/**/*.ts'],
    ignores: ['nodes/shared/parameters/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', unchecked(UNCHECKED_READERS)] },
  },
  mayNotLoad(['platform/**/*.ts', 'sandbox/**/*.ts'], ['n8n-workflow', 'n8n-core']),
  mayNotLoad(
    ['nodes/**/*.ts', 'credentials/**/*.ts'],
    ['undici', 'graphql', 'yazl', 'yauzl', 'croner'],
  ),
  {
    files: ['gulpfile.js'],
    languageOptions: {
      globals: { require: 'readonly', __dirname: 'readonly', process: 'readonly' },
    },
    // gulp loads its file as CommonJS.
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // A process loads these files without the transformation of TypeScript.
    files: ['test/**/*.cjs'],
    languageOptions: {
      globals: {
        require: 'readonly',
        module: 'readonly',
        exports: 'readonly',
        __dirname: 'readonly',
        process: 'readonly',
        global: 'readonly',
        performance: 'readonly',
      },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    // n8n's scanner of community packages uses these rules. docs/dev/n8n-rules.md lists the remaining findings.
    ...n8nCommunityNodesPlugin.configs.recommended,
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    rules: {
      ...n8nCommunityNodesPlugin.configs.recommended.rules,
      '@n8n/community-nodes/node-class-description-icon-missing': 'error',
    },
  },
  {
    // Large files must be streamed to n8n's storage.
    files: ['nodes/shared/items/storeBinary.ts'],
    rules: { '@n8n/community-nodes/no-restricted-imports': 'off' },
  },
  {
    files: ['package.json'],
    plugins: n8nCommunityNodesPlugin.configs.recommendedWithoutN8nCloudSupport.plugins,
    rules: n8nCommunityNodesPlugin.configs.recommendedWithoutN8nCloudSupport.rules,
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['nodes/**/*.ts'],
    plugins: { 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodesBase.configs.nodes.rules,
      // These two require the string, but @n8n/community-nodes requires NodeConnectionTypes.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
    },
  },
  {
    files: ['credentials/**/*.ts'],
    plugins: { 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodesBase.configs.credentials.rules,
      // This rule requires a page in n8n's own documentation, but a community package has an address.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
    },
  },
  {
    files: ['package.json'],
    plugins: { 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodesBase.configs.community.rules,
      // A JSON file is one expression.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
