import { existsSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describedNode, NODE_FOLDERS } from '../support/descriptions/packageNodes';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { readJson } from '../support/repository';

/** The menus are put together at run time, where the lint rules for them cannot look. */
describe.each(NODE_FOLDERS)('%s', (folder) => {
  const description = describedNode(folder);
  const operations = description.properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ options }) => options as INodePropertyOptions[]);

  // A field all of whose options choose a credential: n8n's editor hides it behind the credential.
  test('no field is hidden as a choice of credentials', () => {
    const chooses = new Map<string, Set<unknown>>();
    for (const { displayOptions } of description.credentials ?? []) {
      for (const [name, values = []] of Object.entries(displayOptions?.show ?? {})) {
        chooses.set(name, new Set([...(chooses.get(name) ?? []), ...values]));
      }
    }
    const hidden = description.properties.filter(({ name, options = [] }) => {
      const values = (options as INodePropertyOptions[]).map(({ value }) => value);
      return chooses.has(name) && values.every((value) => chooses.get(name)?.has(value));
    });
    expect(hidden.map(({ name }) => name)).toEqual([]);
  });

  test('each operation with a dry run says in its output that it was one', () => {
    for (const { name, displayOptions } of description.properties) {
      if (name !== 'dryRun') continue;
      const { resource = [], operation = [] } = displayOptions?.show ?? {};
      for (const of of resource) {
        const file = ['__schema__', 'v1.0.0', String(of), `${String(operation[0])}.json`];
        const schema = path.join(PACKAGE_FOLDER, 'dist', 'nodes', folder, ...file);
        expect(readJson(schema)).toMatchObject({
          properties: { dryRun: { type: 'boolean' } },
        });
      }
    }
  });

  test('has a codex file and both icons', () => {
    expect(description.codex).toHaveProperty('node', `n8n-nodes-data-platform.${description.name}`);
    const { light, dark } = description.icon as { light: string; dark: string };
    expect(light).not.toBe(dark);
    for (const file of [light, dark].map((icon) => icon.replace(/^file:/, ''))) {
      const icon = path.join(PACKAGE_FOLDER, 'dist', 'nodes', folder, file);
      expect([file, existsSync(icon)]).toEqual([file, true]);
    }
  });

  test('every picker has a default among its options', () => {
    const pickers = description.properties.filter(({ name }) =>
      ['resource', 'operation'].includes(name),
    );
    for (const picker of pickers) {
      const options = picker.options as INodePropertyOptions[];
      expect(options.map(({ value }) => value)).toContain(picker.default);
      expect(picker.noDataExpression).toBe(true);
    }
  });

  test('every operation has an action in sentence case and a description that ends as n8n has it', () => {
    for (const option of operations) {
      expect(option.action).toMatch(/^[A-Z][^A-Z]*(?:GraphQL|GPU|URLs?|ID|Docker)?[^A-Z]*$/);
      // One sentence has no final period, several have one each.
      expect(option.description).toMatch(
        /\. [A-Z]/.test(option.description ?? '') ? /\.$/ : /[^.]$/,
      );
    }
  });

  test('every button that adds an entry says what it adds', () => {
    const lists = (fields: INodeProperties[]): INodeProperties[] =>
      fields.flatMap((field) => [
        ...(field.type === 'fixedCollection' && field.name !== 'pollTimes' ? [field] : []),
        ...lists((field.options ?? []).filter((option) => 'type' in option)),
      ]);
    for (const { placeholder } of lists(description.properties)) {
      expect(placeholder).toMatch(/^Add [A-Z]/);
    }
  });

  test('every parameter has a description that a model can use', () => {
    const without = (fields: INodeProperties[]): string[] =>
      fields
        .filter(({ name, type }) => !['notice', 'hidden'].includes(type) && name !== 'pollTimes')
        .flatMap(({ name, description: text, options = [] }) => [
          ...((text ?? '').length > 10 ? [] : [name]),
          ...options.flatMap((option) =>
            'values' in option ? without(option.values) : 'type' in option ? without([option]) : [],
          ),
        ]);
    const pickers = ['resource', 'operation'];
    const fields = description.properties.filter(({ name }) => !pickers.includes(name));
    expect(without(fields)).toEqual([]);
  });

  test('what an operation destroys, replaces or stops stands in its description', () => {
    const words = new Map([
      ['delete', /permanently/],
      ['upload', /replace/],
      ['sync', /replaced\. Other files are deleted only if/],
      ['set', /update the one/],
      ['stop', /^Stop/],
      ['restart', /^Stop .* start it again/],
      ['update', /^Update/],
    ]);
    for (const option of operations) {
      const [verb = ''] = /^[a-z]+/.exec(String(option.value)) ?? [];
      expect(option.description).toMatch(words.get(verb) ?? /./);
      // What reads begins with a verb that says so.
      const isRead = /^(?:get|check|download|diagnose)/.test(String(option.value));
      const saysRead = /^(?:Get|Check|Download)\b/.test(String(option.description));
      expect([option.value, saysRead]).toEqual([option.value, isRead]);
    }
  });

  // A tool that nobody has named is called after its action.
  test('an action begins with a word that only reading ones have, or with another one', () => {
    for (const option of operations) {
      const reads = /^(?:get|check|download|wait)/.test(String(option.value));
      const saysRead = /^(?:Get|Check|Download|Wait)\b/.test(String(option.action));
      expect([option.action, saysRead]).toEqual([option.action, reads]);
    }
  });

  test('every field belongs to an operation that exists', () => {
    const known = new Set(operations.map(({ value }) => value));
    const shown = description.properties.flatMap(
      ({ displayOptions }: INodeProperties) => displayOptions?.show?.operation ?? [],
    );
    expect(shown.filter((operation) => !known.has(operation as string))).toEqual([]);
  });
});
