import path from 'node:path';
import type {
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
  INodeTypeDescription,
} from 'n8n-workflow';
import { OUTPUTS } from '../../schemas/files';

/** What else to read about a node. */
const GUIDES = new Map([
  ['catalog', ['[Any query or mutation](../graphql.md)']],
  ['conf-files', ['[Configuration files: token, address, sync](../configuration-files.md)']],
  ['conf-files-trigger', ['[Triggers](../triggers.md#configuration-files)']],
  [
    'projects',
    [
      '[Runs: wait, fail, never twice](../runs.md)',
      '[Jobs, apps and variables](../projects.md)',
      '[Any query or mutation](../graphql.md)',
      '[What messages mean](../messages.md)',
    ],
  ],
  ['projects-trigger', ['[Triggers](../triggers.md#runs)']],
  ['settings', ["[Settings and the cluster's nodes](../cluster.md)"]],
]);

const CREDENTIALS = new Map([
  ['dataPlatformApi', '**Data Platform API**: base URL, platform ID, realm, login and password'],
  [
    'dataPlatformUploadTokenApi',
    '**Data Platform Upload Token API**: [where the token comes from](../configuration-files.md)',
  ],
  [
    'dataPlatformKubernetesApi',
    '**Data Platform Kubernetes API**: [a service account with just the rights it needs](../cluster.md#a-service-account-with-just-these-rights)',
  ],
]);

const FAILED_ITEMS =
  'An item that failed, where the node continues, has [the fields of a failure](../messages.md#codes-of-failures) instead.';

/** The name of a node's page below docs/nodes, as its codex file links to it. */
export const pageOf = (node: INodeTypeDescription): string =>
  path.basename(String(node.codex?.resources?.primaryDocumentation?.[0]?.url), '.md');

/** The page about a node, written from its description and its output schemas. */
export function nodePage(node: INodeTypeDescription): string {
  const guides = GUIDES.get(pageOf(node)) ?? [];
  const resource = node.properties.find(({ name }) => name === 'resource');
  const hasOperations = node.properties.some(({ name }) => name === 'operation');
  const fields = node.properties.filter(
    ({ name }) => !(hasOperations && ['resource', 'operation'].includes(name)),
  );
  const sections = ((resource?.options ?? []) as INodePropertyOptions[]).map((option) =>
    hasOperations
      ? resourceSection(node, option, fields)
      : section(option.name, [fieldList(fields.filter((field) => isShown(field, option.value)))]),
  );
  return [
    `# ${node.displayName}`,
    `${node.description}.`,
    `![The panel of ${node.displayName} in n8n's editor](../images/nodes/${pageOf(node)}.png)`,
    guides.map((guide) => `- ${guide}`).join('\n'),
    hasOperations ? FAILED_ITEMS : '',
    section('Credential', [
      (node.credentials ?? []).map(({ name }) => `- ${CREDENTIALS.get(name)}`).join('\n'),
    ]),
    ...(sections.length > 0 ? sections : [section('Parameters', [fieldList(fields)])]),
    ...(hasOperations ? [] : [section('Output', [outputOf(node)])]),
    '_This page is written from the description of the node by its test: `UPDATE_DOCS=1 npx jest test/package/nodePages`._',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function resourceSection(
  node: INodeTypeDescription,
  { name, value }: INodePropertyOptions,
  fields: INodeProperties[],
): string {
  const operations = node.properties
    .filter((field) => field.name === 'operation' && isShown(field, value))
    .flatMap(({ options }) => options as INodePropertyOptions[]);
  return section(
    name,
    operations.map((operation) =>
      [
        `### ${operation.action}`,
        `${sentence(operation.description)}`,
        fieldList(fields.filter((field) => isShown(field, value, operation.value))),
        outputOf(node, `${String(value)}/${String(operation.value)}`),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
  );
}

const section = (title: string, parts: string[]) => [`## ${title}`, ...parts].join('\n\n');

function isShown({ displayOptions }: INodeProperties, resource: unknown, operation?: unknown) {
  const { show } = displayOptions ?? {};
  const takes = (name: string, value: unknown) =>
    show?.[name] === undefined || show[name].includes(value as string);
  return takes('resource', resource) && (operation === undefined || takes('operation', operation));
}

function fieldList(fields: INodeProperties[], indent = ''): string {
  return fields
    .filter(({ name, type }) => name !== 'pollTimes' && !['notice', 'hidden'].includes(type))
    .map((field) => {
      const required = field.required ? ', required' : '';
      const line = `${indent}- **${field.displayName}**${required}: ${sentence(field.description)}`;
      const nested = ['collection', 'fixedCollection'].includes(field.type) ? nestedOf(field) : [];
      const below = nested.length > 0 ? `\n${fieldList(nested, `${indent}  `)}` : '';
      return `${line.replace(/: $/, '')}${below}`;
    })
    .join('\n');
}

function nestedOf({ options = [] }: INodeProperties): INodeProperties[] {
  return options.flatMap((option) =>
    'values' in option
      ? (option as INodePropertyCollection).values
      : 'type' in option
        ? [option as INodeProperties]
        : [],
  );
}

/** As plain text with a final period, without what Markdown takes for its own. */
function sentence(text = ''): string {
  const plain = text
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, '$2')
    .replace(/<[^>]+>/g, '')
    .replace(/[*_]/g, '\\$&')
    .trim();
  return plain === '' || /[.?!]$/.test(plain) ? plain : `${plain}.`;
}

function outputOf(node: INodeTypeDescription, operation = ''): string {
  const folder = node.name.replace('n8n-nodes-data-platform.', '').replace('dataPlatform', '');
  // What a GraphQL operation returns is known to the platform only.
  const names = Object.keys(OUTPUTS[folder]?.[operation] ?? {}).map((name) => `\`${name}\``);
  return names.length > 0 ? `Returns ${names.join(', ')}.` : '';
}
