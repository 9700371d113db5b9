import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { exampleText } from './exampleText';
import { choicesOfField, operationsOf } from '../../support/descriptions/describedOperations';
import { fieldsOf } from './fields';
import { CREDENTIALS } from './credentials';
import { linkedFrom } from './parts';
import { outputNames, resourceText, type NodeParts } from './resource';
import { fieldTable, table } from './table';
import { sentence } from './words';

/** From this many resources on, each has a page of its own. */
const MANY_RESOURCES = 6;

const FOLDER = 'docs/nodes';
const GENERATED = '<!-- Generated from the description of the node. CONTRIBUTING.md says how. -->';

/** The name of a node's page below docs/nodes, as its codex file links to it. */
export const pageOf = (node: INodeTypeDescription): string =>
  path.basename(String(node.codex?.resources?.primaryDocumentation?.[0]?.url), '.md');

/** The folder of a node below nodes/. */
export const folderOf = ({ name }: INodeTypeDescription): string =>
  name.replace('n8n-nodes-data-platform.', '').replace('dataPlatform', '');

/** The pages about a node, by their files: one, or one with a page for each resource below it. */
export function nodePages(parts: NodeParts): Map<string, string> {
  const { node, page } = parts;
  const isTrigger = node.group.includes('trigger');
  const resources = isTrigger ? [] : choicesOfField(node, 'resource');
  const isSplit = resources.length >= MANY_RESOURCES;
  const pages = new Map<string, string>();
  const sections = resources.map((resource) => {
    const entries = operationsOf(node).filter((entry) => entry.resource === resource);
    if (!isSplit) return `## ${resource.name}\n\n${resourceText(parts, resource, entries, FOLDER)}`;
    const folder = `${FOLDER}/${page}`;
    const file = `${resource.name.toLowerCase().replaceAll(' ', '-')}.md`;
    const text = resourceText(parts, resource, entries, folder);
    const about = `One of the resources of [${node.displayName}](../${page}.md). [Messages and error codes](../../messages.md).`;
    pages.set(`${folder}/${file}`, pageText([`# ${resource.name}`, about, text]));
    const names = entries.map(({ operation }) => operation.name).join(' · ');
    return `## ${resource.name}\n\n[${resource.name}](${page}/${file}): ${names}`;
  });
  const own = isTrigger ? triggerSections(parts) : sections;
  return new Map([[`${FOLDER}/${page}.md`, pageText([...beginningOf(parts), ...own])], ...pages]);
}

const pageText = (parts: string[]) =>
  `${[...parts, GENERATED].filter((part) => part !== '').join('\n\n')}\n`;

function beginningOf({ node, page, written }: NodeParts): string[] {
  const credentials = new Set((node.credentials ?? []).map(({ name }) => name));
  const part = (key: string) => linkedFrom(FOLDER, written.get(key) ?? '');
  return [
    `# ${node.displayName}`,
    `${node.description}.`,
    part('index'),
    `![The panel of ${node.displayName} in n8n's editor](../images/nodes/${page}.png)`,
    part('guides'),
    ['## Credential', [...credentials].map(credentialText).join('\n')].join('\n\n'),
    [
      '## Errors',
      'An error says what failed, and its description what to do next: [Messages and error codes](../messages.md). If the node continues on fail, a failed item has [the fields of a failure](../messages.md#codes-of-failures) instead of its output.',
    ].join('\n\n'),
  ];
}

function credentialText(type: string): string {
  const [name, page, holds] = CREDENTIALS[type] ?? [];
  return `- [**${name}**](../${page}): ${holds}`;
}

/** The sections of a trigger's page: its events first, with the items of some. */
function triggerSections({ node, name, examples }: NodeParts): string[] {
  const events = choicesOfField(node, 'events');
  const shown = events.flatMap((event) => {
    const example = examples.get(String(event.value));
    return example ? [exampleText(event.name, example)] : [];
  });
  const rows = events.map((event) => [
    `**${event.name}**<br>\`${String(event.value)}\``,
    sentence(event.description),
  ]);
  return [
    ['## Events', table(['Event', 'What happened'], rows), ...shown].join('\n\n'),
    [
      '## Fields',
      fieldTable(new Map([['', fieldsOf(node)]])),
      `The fields of an item: ${outputNames(name, '')}.`,
    ].join('\n\n'),
  ];
}
