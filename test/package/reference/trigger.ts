import type { INodePropertyOptions } from 'n8n-workflow';
import { exampleText } from './exampleText';
import { errorList, errorsOf } from './errors';
import { fieldsOf } from './fields';
import type { NodePage } from './operation';
import { outputNames } from './outputs';
import { rightsText } from './rights';
import { fieldTable } from './table';
import { sentence } from './words';

export const eventsOf = ({ node }: Pick<NodePage, 'node'>): INodePropertyOptions[] =>
  (node.properties.find(({ name }) => name === 'events')?.options ?? []) as INodePropertyOptions[];

/** The sections of a trigger's page: its events first, each with an item. */
export function triggerSections({ node, name, examples, shared }: NodePage): string[] {
  const events = eventsOf({ node }).map((event) => {
    const example = examples[String(event.value)];
    if (!example) throw new Error(`There is no example of the event ${String(event.value)}`);
    return [`### ${event.name}`, sentence(event.description), exampleText(example)].join('\n\n');
  });
  return [
    ['## Events', ...events].join('\n\n'),
    [
      '## Fields',
      rightsText(name, ''),
      fieldTable(fieldsOf(node), shared),
      outputNames(name, ''),
    ].join('\n\n'),
    ['## Errors', errorList(errorsOf(name, ''))].join('\n\n'),
  ];
}
