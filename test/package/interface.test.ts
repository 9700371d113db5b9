import { existsSync } from 'node:fs';
import path from 'node:path';
import type {
  ICredentialType,
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
  INodeTypeDescription,
} from 'n8n-workflow';
import {
  createInstance,
  readDescription,
  NODE_FOLDERS,
} from '../support/descriptions/packageNodes';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readJson } from '../support/repository';

interface OutputSchema {
  type: string;
  properties?: Record<string, OutputSchema>;
  items?: OutputSchema;
}

// The snapshot shows a review each change for users. `npm run docs` writes it.
test.each(NODE_FOLDERS)('%s: operations, parameters and outputs', (folder) => {
  const description = readDescription(folder);
  const lines = [...fieldLines(description.properties), ...outputLines(folder, description)];
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

test('fields of credentials', () => {
  const folder = path.join(PACKAGE_FOLDER, 'dist/credentials');
  const lines = filesIn(folder, '*.js').flatMap((file) => {
    const { name, properties } = createInstance<ICredentialType>(path.join(folder, file));
    return fieldLines(properties, `${name}.`);
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

function fieldLines(properties: INodeProperties[], before = ''): string[] {
  return properties
    .filter(({ type }) => !['notice', 'button'].includes(type))
    .flatMap((property) => {
      const { name, type, options = [], displayOptions: { show = {} } = {} } = property;
      const { resource, operation, ...conditions } = show;
      const owner = [resource, operation].flatMap((values) => values?.join('|') ?? []).join('/');
      const when = Object.entries(conditions).map(
        ([field, values]) => `${field}=${values?.join('|')}`,
      );
      const place = `${before || (owner && `${owner}: `)}${name}`;
      const words = [
        place,
        type,
        property.required && 'required',
        property.typeOptions?.multipleValues && 'list',
        JSON.stringify(property.default),
        type.endsWith('ptions') && `[${choiceNames(options).join(' ')}]`,
        ...when.map((condition) => `if ${condition}`),
      ];
      return [words.filter(Boolean).join(' '), ...innerLines(property, `${place}.`)];
    });
}

function innerLines({ type, options = [] }: INodeProperties, before: string): string[] {
  if (type === 'collection') return fieldLines(options as INodeProperties[], before);
  if (type !== 'fixedCollection') return [];
  return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
    fieldLines(values, `${before}${name}.`),
  );
}

const choiceNames = (options: unknown[]) =>
  (options as INodePropertyOptions[]).map(({ value }) => String(value));

function outputLines(folder: string, { properties }: INodeTypeDescription): string[] {
  const operations = properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ displayOptions, options = [] }) =>
      choiceNames(options).map(
        (value) => `${String(displayOptions?.show?.resource?.[0])}/${value}`,
      ),
    );
  const schemas = path.join(PACKAGE_FOLDER, 'dist/nodes', folder, '__schema__');
  return (operations.length > 0 ? operations : ['']).flatMap((operation) => {
    const file = path.join(schemas, `v1.0.0${operation && `/${operation}`}.json`);
    const before = operation ? `${operation} → ` : '→ ';
    return existsSync(file) ? schemaLines(readJson<OutputSchema>(file), before) : [];
  });
}

function schemaLines({ properties = {}, items }: OutputSchema, before: string): string[] {
  if (items) return schemaLines(items, `${before}[].`);
  return Object.entries(properties).flatMap(([name, schema]) => [
    `${before}${name} ${schema.type}`,
    ...schemaLines(schema, `${before}${name}.`),
  ]);
}
