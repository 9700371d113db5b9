import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';
import { noIndexByName } from './test/configs/noIndexByName.mjs';

const TYPED_PARSER = {
  parser: tseslint.parser,
  parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
};

const PUBLISHED = ['platform/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'];

/** Rules of typescript-eslint that need types. */
const TYPED_RULES = Object.assign(
  {},
  ...tseslint.configs.recommendedTypeCheckedOnly.map(({ rules }) => rules),
  { '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }] },
);

/** These rules report about 100 lines without a mistake, because n8n's helpers are passed as functions and JSON has the type unknown. */
const NOISY_RULES = [
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

/** Folders of `platform` in order. Each folder may import only the folders before it. */
const PLATFORM_FOLDERS = [
  ['common', 'http', 'session', 'graphql', 'connection'],
  ['runs', 'resources', 'projectFiles', 'watch', 'report', 'diagnosis'],
  ['cluster', 'confFiles'],
].flat();

/** Folders that a folder must not import. */
const FORBIDDEN_IMPORTS = {
  platform: ['nodes', 'credentials', 'sandbox', 'start', 'test'],
  sandbox: ['nodes', 'credentials', 'platform', 'start', 'test'],
  nodes: ['credentials', 'sandbox', 'start', 'test'],
  credentials: ['sandbox', 'start', 'test'],
  start: ['test'],
};

const ZONES = [
  ...Object.entries(FORBIDDEN_IMPORTS).map(([target, from]) => ({
    target: `./${target}/**/!(*.test).ts`,
    from: from.map((folder) => `./${folder}`),
  })),
  ...PLATFORM_FOLDERS.slice(0, -1).map((folder, index) => ({
    target: `./platform/${folder}`,
    from: PLATFORM_FOLDERS.slice(index + 1).map((later) => `./platform/${later}`),
  })),
];

const forbidPackages = (files, packages) => ({
  files,
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-imports': ['error', { paths: packages }] },
});

/** These functions of n8n do not check types, so a value from a spreadsheet may have the wrong type. */
const UNCHECKED_READERS = [
  'getNodeParameter',
  'getCurrentNodeParameter',
  'getCurrentNodeParameters',
];
const forbidReaders = (readers) => ({
  selector: `:matches(MemberExpression > Identifier.property, ObjectPattern > Property > Identifier.key)[name=/^(?:${readers.join('|')})$/]`,
  message:
    'n8n does not check this value. Read it with the functions of nodes/shared/parameters, which check the type of the field.',
});

export default tseslint.config(
  { ignores: ['dist/', '.local/', 'start/n8n/'] },
  eslint.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: TYPED_PARSER,
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
      ...TYPED_RULES,
      ...Object.fromEntries(NOISY_RULES.map((rule) => [`@typescript-eslint/${rule}`, 'off'])),
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
    // The published rules for this also report every index of an array.
    files: PUBLISHED,
    plugins: { project: { rules: { 'no-index-by-name': noIndexByName } } },
    rules: { 'project/no-index-by-name': 'error' },
  },
  {
    files: ['nodes/**/*.ts'],
    ignores: ['nodes/shared/parameters/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', forbidReaders(UNCHECKED_READERS)] },
  },
  forbidPackages(['platform/**/*.ts', 'sandbox/**/*.ts'], ['n8n-workflow', 'n8n-core']),
  forbidPackages(
    ['nodes/**/*.ts', 'credentials/**/*.ts'],
    ['undici', 'graphql', 'yazl', 'yauzl', 'croner'],
  ),
  {
    files: ['gulpfile.js'],
    languageOptions: {
      globals: { require: 'readonly', __dirname: 'readonly', process: 'readonly' },
    },
    // gulp loads this file as CommonJS.
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Node loads these files directly, without the transformation of TypeScript.
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
    // n8n's scanner of community packages uses these rules. test/scanner/run.ts lists its remaining findings.
    ...n8nCommunityNodesPlugin.configs.recommended,
    files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
    rules: {
      ...n8nCommunityNodesPlugin.configs.recommended.rules,
      '@n8n/community-nodes/node-class-description-icon-missing': 'error',
    },
  },
  {
    // Streaming large files to n8n's storage needs a restricted import.
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
      // These two rules require the text 'main', but @n8n/community-nodes requires NodeConnectionTypes.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
    },
  },
  {
    files: ['credentials/**/*.ts'],
    plugins: { 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodesBase.configs.credentials.rules,
      // This rule requires a page of n8n's documentation, but a community package has its own pages.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
    },
  },
  {
    files: ['package.json'],
    plugins: { 'n8n-nodes-base': nodesBase },
    rules: {
      ...nodesBase.configs.community.rules,
      // For this rule, a JSON file is an unused expression.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
