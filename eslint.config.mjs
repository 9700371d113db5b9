import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import { noImportCircle } from './eslint/noImportCircle.mjs';
import { noImportFrom } from './eslint/noImportFrom.mjs';
import { noIndexByName } from './eslint/noIndexByName.mjs';
import { noNodeParameter } from './eslint/noNodeParameter.mjs';
import { oneDirection, smallRooms } from './eslint/rooms.mjs';

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

/** What it finds in 137 places here; of those that were read none was a mistake: n8n's helpers are passed on as functions, JSON is unknown. */
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
  'unbound-method',
];

/** What tests and measures the rest. */
const PROOF = ['harness', 'test', 'bench'];

/** All folders of TypeScript; in each of them, and in the project, folders import each other in one direction. */
const LAYERS = ['credentials', 'nodes', 'platform', 'sandbox', 'schemas', 'start', ...PROOF];

/** @param folders of this project @param packages by their names */
const mayNotImport = (files, folders, packages = []) => ({
  files,
  ignores: ['**/*.test.ts'],
  rules: {
    'project/no-import-from': ['error', folders],
    'no-restricted-imports': ['error', { paths: packages }],
  },
});

/** What is loaded when n8n starts, as one chunk; a copy of anything else in a node's file would have state of its own. */
const eagerFiles = JSON.parse(
  readFileSync(new URL('platform/eager.json', import.meta.url), 'utf8'),
);
const notEager = {
  regex: `(?:^|/)platform(?:$|/(?!(?:${eagerFiles.join('|')})$))`,
  allowTypeImports: true,
  message: 'Only types, and what platform/eager.json lists. The client comes with the connection.',
};

export default tseslint.config(
  { ignores: ['dist/', '.local/', 'coverage/', 'start/n8n/'] },
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
    files: ['**/*.{ts,mts,mjs,cjs,js}'],
    plugins: {
      project: {
        rules: {
          'no-import-circle': noImportCircle,
          'no-import-from': noImportFrom,
          'no-index-by-name': noIndexByName,
          'no-node-parameter': noNodeParameter,
          'one-direction': oneDirection,
          'small-rooms': smallRooms,
        },
      },
    },
    rules: { 'project/small-rooms': 'error' },
  },
  { files: ['**/*.ts'], rules: { 'project/no-import-circle': 'error' } },
  {
    files: LAYERS.map((folder) => `${folder}/**/*.ts`),
    rules: { 'project/one-direction': ['error', LAYERS] },
  },
  {
    files: ['platform/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'],
    rules: { 'project/no-index-by-name': 'error' },
  },
  {
    files: ['nodes/**/*.ts'],
    ignores: ['nodes/shared/parameters/**/*.ts'],
    rules: { 'project/no-node-parameter': 'error' },
  },
  // The directions of docs/architecture.md.
  mayNotImport(
    ['platform/**/*.ts'],
    ['nodes', 'credentials', 'sandbox', 'start', ...PROOF],
    ['n8n-workflow', 'n8n-core'],
  ),
  mayNotImport(
    ['sandbox/**/*.ts'],
    ['nodes', 'credentials', 'platform', ...PROOF],
    ['n8n-workflow', 'n8n-core'],
  ),
  mayNotImport(
    ['nodes/**/*.ts', 'credentials/**/*.ts'],
    ['sandbox', 'start', ...PROOF],
    ['undici', 'graphql', 'yazl', 'yauzl', 'js-yaml', 'croner'],
  ),
  mayNotImport(['start/**/*.ts', 'schemas/**/*.ts'], PROOF),
  mayNotImport(['harness/**/*.ts'], ['test', 'bench']),
  mayNotImport(['bench/**/*.ts'], ['test']),
  {
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [notEager] }] },
  },
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
    files: ['bench/**/*.cjs', 'test/**/*.cjs'],
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
    ...n8nCommunityNodesPlugin.configs.recommendedWithoutN8nCloudSupport,
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
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
