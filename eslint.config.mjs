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

/** What typescript-eslint recommends where types are known, less what it recommends anyway. */
const withTypes = Object.assign(
  {},
  ...tseslint.configs.recommendedTypeCheckedOnly.map(({ rules }) => rules),
  { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }] },
);

/** These report some 100 places here. None of those that were read was a mistake: n8n's helpers are passed on as functions, and JSON is unknown. */
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

/** Folders of `platform`: each imports only those before it. */
const PLATFORM = [
  ['common', 'http', 'session', 'graphql', 'connection'],
  ['runs', 'resources', 'projectFiles', 'watch', 'report', 'diagnosis'],
  ['cluster', 'confFiles'],
].flat();

/** What each folder of the project may not import. */
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

/** @param packages by their names */
const mayNotLoad = (files, packages) => ({
  files,
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-imports': ['error', { paths: packages }] },
});

/** n8n's own readers of parameters check nothing: a value from a sheet is taken for something else. */
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
    // Loaded by a process that must load nothing else, the transformation of TypeScript included.
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
    // As n8n's scanner of community packages has them. docs/dev/n8n-rules.md has the findings that are left.
    ...n8nCommunityNodesPlugin.configs.recommended,
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    rules: {
      ...n8nCommunityNodesPlugin.configs.recommended.rules,
      '@n8n/community-nodes/node-class-description-icon-missing': 'error',
    },
  },
  {
    // Only a stream hands a large file to n8n's storage.
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
      // These two insist on the bare string; @n8n/community-nodes insists on NodeConnectionTypes.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
    },
  },
  {
    files: ['credentials/**/*.ts'],
    plugins: { 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodesBase.configs.credentials.rules,
      // Wants the name of a page in n8n's own documentation; a community package gives an address.
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
