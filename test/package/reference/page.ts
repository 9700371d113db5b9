import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { contents } from './contents';
import { recordedExamples } from './example';
import { errorList, ERRORS_OF_ALL } from './errors';
import { operationsOf } from './fields';
import { CREDENTIALS, GUIDES } from './guides';
import { operationText, type NodePage } from './operation';
import { handWritten } from './parts';
import { SharedFields } from './sharedFields';
import { fieldTable } from './table';
import { triggerSections } from './trigger';

/** The name of a node's page below docs/nodes, as its codex file links to it. */
export const pageOf = (node: INodeTypeDescription): string =>
  path.basename(String(node.codex?.resources?.primaryDocumentation?.[0]?.url), '.md');

/** The page about a node, written from its description, its schemas, what it was seen to do and what is written by hand. */
export function nodePage(node: INodeTypeDescription): string {
  const page = pageOf(node);
  const name = folderOf(node);
  const shared = new SharedFields(node);
  const parts: NodePage = { node, name, page, shared, examples: recordedExamples(name) };
  const sections =
    operationsOf(node).length > 0
      ? [...resourceSections(parts), sharedSection(shared), errorSection(name)]
      : triggerSections(parts);
  const body = [credentialSection(node), ...sections].filter((part) => part !== '');
  return [
    `# ${node.displayName}`,
    `${node.description}.`,
    handWritten(page, 'index'),
    `![The panel of ${node.displayName} in n8n's editor](../images/nodes/${page}.png)`,
    (GUIDES.get(page) ?? []).map((guide) => `- ${guide}`).join('\n'),
    contents(body),
    ...body,
    '_This page is written by its test from the description of the node and from what the node was seen to do: `UPDATE_DOCS=1 npx jest test/package/reference`, then `UPDATE_DOCS=1 npx jest test/package/nodePages`. What is written by hand stands in `docs/nodes/parts`._',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** The folder of a node below nodes/. */
export const folderOf = ({ name }: INodeTypeDescription): string =>
  name.replace('n8n-nodes-data-platform.', '').replace('dataPlatform', '');

function credentialSection(node: INodeTypeDescription): string {
  const used = (node.credentials ?? []).map(({ name }) => `- ${CREDENTIALS.get(name)}`);
  return ['## Credential', used.join('\n')].join('\n\n');
}

function resourceSections(parts: NodePage): string[] {
  const operations = operationsOf(parts.node);
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  return resources.map((resource) =>
    [
      `## ${resource.name}`,
      ...operations
        .filter((entry) => entry.resource === resource)
        .map((entry) => operationText(parts, entry)),
    ].join('\n\n'),
  );
}

function sharedSection(shared: SharedFields): string {
  const groups = shared
    .all()
    .map(({ heading, actions, fields }) =>
      [
        `### ${heading}`,
        `Also in: ${actions.slice(1).join(', ')}.`,
        fieldTable(fields, shared),
      ].join('\n\n'),
    );
  return groups.length > 0
    ? [
        '## Fields of several operations',
        'Add the fields that you need. The default is what a field holds when it is added. An option that is not added has its default, too; in **Update Fields**, what is not added stays as it is.',
        ...groups,
      ].join('\n\n')
    : '';
}

function errorSection(name: string): string {
  return [
    '## Errors of all operations',
    'The most frequent ones; see [all messages](../messages.md). If the node continues on fail, a failed item has [the fields of a failure](../messages.md#codes-of-failures) instead of its output.',
    errorList((name === 'ConfFiles' ? ERRORS_OF_ALL.files : ERRORS_OF_ALL.platform) ?? []),
  ].join('\n\n');
}
