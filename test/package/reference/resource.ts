import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { exampleText, type Example } from './exampleText';
import { outputOf } from '../../support/descriptions/outputs';
import type { OperationEntry } from '../../support/descriptions/describedOperations';
import { fieldsOf } from './fields';
import { linkedFrom } from './parts';
import { fieldTable, table } from './table';
import { sentence } from './words';

/** Parts of the pages of a node. */
export interface NodeParts {
  node: INodeTypeDescription;
  /** The folder below nodes/. */
  name: string;
  /** As the file below docs/nodes. */
  page: string;
  /** By operation, as `job/get`; of a trigger by event. */
  examples: ReadonlyMap<string, Example>;
  /** Hand-written text, by operation or resource. */
  written: ReadonlyMap<string, string>;
}

/** All about a resource: operations, what is special in them, an example, output and fields. @param folder of the page */
export function resourceText(
  { node, name, examples, written }: NodeParts,
  resource: INodePropertyOptions,
  entries: OperationEntry[],
  folder: string,
): string {
  const text = (key: string) => linkedFrom(folder, written.get(key) ?? '');
  const special = entries
    .filter(({ key }) => written.has(key))
    .map(({ operation, key }) => `**${operation.name}.** ${text(key)}`);
  const shown = entries.filter(({ key }) => examples.has(key));
  const fields = new Map(
    entries.map(({ operation }) => [
      operation.name,
      fieldsOf(node, resource.value, operation.value),
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

/** The names in an item; what a GraphQL operation returns is known to the platform only. */
function outputText(node: string, entries: OperationEntry[]): string {
  const byNames = new Map<string, string[]>();
  for (const { key, operation } of entries) {
    const names = outputNames(node, key);
    if (names !== '') byNames.set(names, [...(byNames.get(names) ?? []), operation.name]);
  }
  const rows = [...byNames].map(([names, operations]) => [operations.join(', '), names]);
  return rows.length > 0 ? `**Output**\n\n${table(['Operation', 'Names in an item'], rows)}` : '';
}

function fieldsText(byOperation: ReadonlyMap<string, INodeProperties[]>): string {
  const all = [...byOperation.values()].flat();
  if (all.length === 0) return 'There are no fields.';
  const hint = all.some(({ type }) => type === 'collection')
    ? ' An option that you do not add has its default. An update field that you do not add keeps its value on the platform.'
    : '';
  return `**Fields.**${hint}\n\n${fieldTable(byOperation)}`;
}

export const outputNames = (node: string, key: string): string =>
  Object.keys(outputOf(node, key))
    .map((output) => `\`${output}\``)
    .join(', ');
