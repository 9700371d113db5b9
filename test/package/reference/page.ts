import { existsSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import {
  listChoices,
  listOperations,
  type OperationEntry,
} from '../../support/descriptions/describedOperations';
import { getOutputFields } from '../../support/descriptions/outputs';
import { readText, ROOT } from '../../support/repository';
import { exampleText, type Example } from './examples';
import { conditionText, fieldTable, findFields, sentence, table } from './table';

/** From this number of resources on, each has its own page. */
const MANY_RESOURCES = 6;

const FOLDER = 'docs/nodes';
const GENERATED = '<!-- Generated from the description of the node. CONTRIBUTING.md says how. -->';

/** Returns the page below docs/nodes to which the node's codex file links. */
export const pageName = (node: INodeTypeDescription): string =>
  path.basename(String(node.codex?.resources?.primaryDocumentation?.[0]?.url), '.md');

export const folderName = ({ name }: INodeTypeDescription): string =>
  name.replace('n8n-nodes-data-platform.', '').replace('dataPlatform', '');

const CREDENTIALS: Record<string, [name: string, page: string, holds: string]> = {
  dataPlatformApi: [
    ...(['Data Platform API', 'credentials/platform-api.md'] as const),
    'base URL, platform ID, realm, login and password',
  ],
  dataPlatformUploadTokenApi: [
    ...(['Data Platform Upload Token API', 'configuration-files.md#fields'] as const),
    'the upload token, and the addresses for uploads and downloads',
  ],
  dataPlatformKubernetesApi: [
    ...(['Data Platform Kubernetes API', 'cluster.md#fields'] as const),
    'a service account with just the rights that the node needs',
  ],
};

interface NodeParts {
  node: INodeTypeDescription;
  /** Folder below nodes/. */
  name: string;
  /** Name of the file below docs/nodes. */
  page: string;
  /** By operation, such as `job/get`, or by event of a trigger. */
  examples: ReadonlyMap<string, Example>;
  /** Result of `handWritten`. */
  written: ReadonlyMap<string, string>;
}

/** Reads hand-written text about a node, by resource (`job`), operation (`job/get`), or `introduction` and `links`. */
export function handWritten(page: string): Map<string, string> {
  const file = path.join(ROOT, FOLDER, 'parts', `${page}.md`);
  if (!existsSync(file)) return new Map();
  return new Map(
    readText(file)
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [key = '', ...lines] = part.split('\n');
        return [key, lines.join('\n').trim()] as const;
      }),
  );
}

/** Changes the links of a part to links from a page in this folder. */
function relink(folder: string, text: string): string {
  return text.replace(/\]\((?!https?:|#)([^)]+)\)/g, (_, target: string) => {
    const [linked = '', anchor] = target.split('#');
    const fromPage = path.posix.relative(folder, path.posix.join('docs/nodes/parts', linked));
    return `](${fromPage}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** Returns pages by file: one, or one with a page for each resource below it. */
export function nodePages(parts: NodeParts): Map<string, string> {
  const { node, page } = parts;
  const isTrigger = node.group.includes('trigger');
  const resources = isTrigger ? [] : listChoices(node, 'resource');
  const isSplit = resources.length >= MANY_RESOURCES;
  const pages = new Map<string, string>();
  const sections = resources.map((resource) => {
    const entries = listOperations(node).filter((entry) => entry.resource === resource);
    if (!isSplit) return `## ${resource.name}\n\n${resourceText(parts, resource, entries, FOLDER)}`;
    const folder = `${FOLDER}/${page}`;
    const file = `${resource.name.toLowerCase().replaceAll(' ', '-')}.md`;
    const text = resourceText(parts, resource, entries, folder);
    const about = `This is a resource of [${node.displayName}](../${page}.md). If an operation fails, see [Messages and error codes](../../messages.md).`;
    pages.set(`${folder}/${file}`, pageText([`# ${resource.name}`, about, text]));
    const names = entries.map(({ operation }) => operation.name).join(' · ');
    return `## ${resource.name}\n\n[${resource.name}](${page}/${file}): ${names}`;
  });
  const own = isTrigger ? triggerSections(parts) : sections;
  return new Map([
    [`${FOLDER}/${page}.md`, pageText([...buildBeginning(parts), ...own])],
    ...pages,
  ]);
}

const pageText = (parts: string[]) =>
  `${[...parts, GENERATED].filter((part) => part !== '').join('\n\n')}\n`;

function buildBeginning({ node, page, written }: NodeParts): string[] {
  const credentials = new Set((node.credentials ?? []).map(({ name }) => name));
  const isTrigger = node.group.includes('trigger');
  const part = (key: string) => relink(FOLDER, written.get(key) ?? '');
  const failed = isTrigger
    ? 'If a poll fails, the next successful poll returns its events ([exceptions](../triggers.md#runs)).'
    : 'If **On Error** is set to continue, a failed item has [the fields of a failure](../messages.md#codes-of-failures) instead of its output.';
  return [
    `# ${node.displayName}`,
    // n8n shows a trigger with the description of the node that shares its panel.
    isTrigger ? '' : `${node.description}.`,
    part('introduction'),
    `![The panel of ${node.displayName} in n8n's editor](../images/nodes/${page}.png)`,
    part('links'),
    ['## Credential', [...credentials].map((type) => credentialText(node, type)).join('\n')].join(
      '\n\n',
    ),
    [
      '## Errors',
      `An error says what failed, and its description says what to do next. [Messages and error codes](../messages.md) has more. ${failed}`,
    ].join('\n\n'),
  ];
}

function credentialText(node: INodeTypeDescription, type: string): string {
  const [name, page, holds] = CREDENTIALS[type] ?? [];
  const { show, hide } = node.credentials?.find((one) => one.name === type)?.displayOptions ?? {};
  const condition = show
    ? `. Needed only if ${conditionText(show, node.properties)}`
    : hide
      ? `. Not needed if ${conditionText(hide, node.properties)}`
      : '';
  return `- [**${name}**](../${page}): ${holds}${condition}`;
}

function triggerSections({ node, name, examples }: NodeParts): string[] {
  const events = listChoices(node, 'events');
  const shown = events.flatMap((event) => {
    const example = examples.get(String(event.value));
    return example ? [exampleText(event.name, example)] : [];
  });
  const isDescribed = events.some(({ description }) => description !== undefined);
  const rows = events.map((event) => [
    `**${event.name}**<br>\`${String(event.value)}\``,
    ...(isDescribed ? [sentence(event.description)] : []),
  ]);
  const head = ['Event', ...(isDescribed ? ['What happened'] : [])];
  return [
    ['## Events', table(head, rows), ...shown].join('\n\n'),
    [
      '## Fields',
      fieldTable(new Map([['', findFields(node)]])),
      `An item can have these fields: ${outputNames(name, '')}.`,
    ].join('\n\n'),
  ];
}

/** @param folder of the page */
function resourceText(
  { node, name, examples, written }: NodeParts,
  resource: INodePropertyOptions,
  entries: OperationEntry[],
  folder: string,
): string {
  const text = (key: string) => relink(folder, written.get(key) ?? '');
  const special = entries
    .filter(({ key }) => written.has(key))
    .map(({ operation, key }) => `**${operation.name}.** ${text(key)}`);
  const shown = entries.filter(({ key }) => examples.has(key));
  const fields = new Map(
    entries.map(({ operation }) => [
      operation.name,
      findFields(node, resource.value, operation.value),
    ]),
  );
  return [
    text(String(resource.value)),
    table(
      ['Operation', 'What it does'],
      entries.map(({ operation }) => [
        `**${operation.name}**<br>\`${String(operation.value)}\``,
        sentence(operation.description),
      ]),
    ),
    ...special,
    ...shown.map(({ key, operation }) =>
      exampleText(String(operation.action), examples.get(key) as Example),
    ),
    outputText(name, entries),
    fieldsText(fields),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Only the platform knows the output of a GraphQL operation. */
function outputText(node: string, entries: OperationEntry[]): string {
  const byNames = new Map<string, string[]>();
  for (const { key, operation } of entries) {
    const names = outputNames(node, key);
    if (names !== '') byNames.set(names, [...(byNames.get(names) ?? []), operation.name]);
  }
  const rows = [...byNames].map(([names, operations]) => [operations.join(', '), names]);
  return rows.length > 0 ? `**Output**\n\n${table(['Operation', 'Fields of an item'], rows)}` : '';
}

function fieldsText(byOperation: ReadonlyMap<string, INodeProperties[]>): string {
  const all = [...byOperation.values()].flat();
  if (all.length === 0) return '';
  const collections = all.filter(({ type }) => type === 'collection').map(({ name }) => name);
  const hints = [
    collections.includes('options') && 'An option that you do not add has its default.',
    collections.includes('updateFields') &&
      'An update field that you do not add keeps its value on the platform.',
    byOperation.get('Duplicate')?.some(({ name }) => name === 'updateFields') &&
      'In **Duplicate**, update fields set values of the copy, and the original does not change.',
  ].filter(Boolean);
  return ['**Fields**', hints.join(' '), fieldTable(byOperation)].filter(Boolean).join('\n\n');
}

const outputNames = (node: string, key: string): string =>
  Object.keys(getOutputFields(node, key))
    .map((output) => `\`${output}\``)
    .join(', ');
