import type { INodeTypeDescription } from 'n8n-workflow';
import type { Examples } from './example';
import { exampleText } from './exampleText';
import { errorList, errorsOf } from './errors';
import { fieldsOf, type OperationEntry } from './fields';
import { outputNames } from './outputs';
import { handWritten, partOf } from './parts';
import { requestText } from './requests';
import { rightsText } from './rights';
import type { SharedFields } from './sharedFields';
import { fieldTable } from './table';
import { sentence } from './words';

export interface NodePage {
  node: INodeTypeDescription;
  /** The folder below nodes/. */
  name: string;
  /** As the file below docs/nodes. */
  page: string;
  examples: Examples;
  shared: SharedFields;
}

/** All that is told of an operation. */
export function operationText(
  { node, name, page, examples, shared }: NodePage,
  entry: OperationEntry,
): string {
  const { resource, operation, key } = entry;
  const fields = fieldsOf(node, resource.value, operation.value);
  const example = examples[key];
  if (!example) throw new Error(`There is no example of ${name} ${key}`);
  return [
    `### ${operation.action}`,
    sentence(operation.description),
    handWritten(page, partOf(key)),
    rightsText(name, key),
    requestText(example),
    fields.length > 0 ? fieldTable(fields, shared) : 'It has no fields.',
    outputNames(name, key),
    exampleText(example),
    `**Errors.** Beside [those of all operations](#errors-of-all-operations):`,
    errorList(errorsOf(name, key)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
