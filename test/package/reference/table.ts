import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { listInnerFields } from '../../support/descriptions/describedOperations';

const HIDDEN = ['notice', 'hidden'];

interface Row {
  cells: string[];
  operations: string[];
}

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * Fields of several operations share a row. Fields in collections have names such as `options.timeout`.
 * @param byOperation one entry without a name for the fields of a trigger
 */
export function fieldTable(byOperation: ReadonlyMap<string, INodeProperties[]>): string {
  const groups = new Map<string, Map<string, Row>>();
  for (const [operation, fields] of byOperation) {
    for (const field of fields) {
      const rows = groups.get(field.name) ?? new Map<string, Row>();
      groups.set(field.name, rows);
      for (const cells of buildRows(field, fields)) {
        const key = cells.join('|');
        const row = rows.get(key) ?? { cells, operations: [] };
        rows.set(key, { ...row, operations: [...row.operations, operation] });
      }
    }
  }
  const isOne = byOperation.size === 1;
  const all = [...groups.values()].flatMap((rows) => [...rows.values()]);
  return table(
    ['Field', 'Type', 'Default', 'What it does', ...(isOne ? [] : ['Operations'])],
    all.map(({ cells, operations }) => [
      ...cells,
      ...(isOne ? [] : [operations.length === byOperation.size ? 'all' : operations.join(', ')]),
    ]),
  );
}

/** A collection of options has no row, since the names of its fields include it. */
function buildRows(
  field: INodeProperties,
  around: INodeProperties[],
  outer: { label: string; path: string; isAdded: boolean } = {
    label: '',
    path: '',
    isAdded: false,
  },
): string[][] {
  const label = `${outer.label}**${field.displayName}**`;
  const path = `${outer.path}${field.name}`;
  const nested = findNested(field);
  const below = nested.flatMap((one) =>
    buildRows(one, [...nested, ...around], {
      label: `${label} › `,
      path: `${path}.`,
      isAdded: field.type === 'collection',
    }),
  );
  if (field.type === 'collection') return below;
  const about = [sentence(field.description), describeCondition(field, around)]
    .filter(Boolean)
    .join(' ');
  const own = [
    `${label}<br>\`${path}\`${field.required ? ', required' : ''}`,
    describeType(field),
    describeDefault(field, outer.isAdded),
    `${about}${describeChoices(field)}`,
  ];
  return [own, ...below];
}

/** Finds the fields of an operation or of a trigger. */
export function findFields(
  node: INodeTypeDescription,
  resource?: unknown,
  operation?: unknown,
): INodeProperties[] {
  const isOther = (chosen: unknown, shown?: unknown[]) =>
    chosen !== undefined && shown !== undefined && !shown.includes(chosen);
  const chosen = operation === undefined ? [] : ['resource', 'operation'];
  return node.properties.filter(
    ({ name, type, displayOptions: { show = {} } = {} }) =>
      !['pollTimes', ...chosen].includes(name) &&
      !HIDDEN.includes(type) &&
      !isOther(resource, show.resource) &&
      !isOther(operation, show.operation),
  );
}

/** Lists the names of all fields, choices, resources and operations of a node. */
export const listNames = (node: INodeTypeDescription): string[] =>
  node.properties
    .flatMap((field) => [field, ...findNested(field)])
    .flatMap(({ displayName, options = [] }) => [
      displayName,
      ...options.map((option) => ('name' in option ? option.name : '')),
    ]);

const findNested = (field: INodeProperties): INodeProperties[] =>
  listInnerFields(field).filter(({ type }) => !HIDDEN.includes(type));

/** Returns plain text with a period, and escapes Markdown. */
export function sentence(text = ''): string {
  const plain = text
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, '$2')
    .replace(/<[^>]+>/g, '')
    .replace(/[*_|]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' || /[.?!]$/.test(plain) ? plain : `${plain}.`;
}

const TYPES: Partial<Record<INodeProperties['type'], [one: string, several?: string]>> = {
  boolean: ['on or off'],
  collection: ['fields to add'],
  dateTime: ['date and time'],
  fixedCollection: ['entry', 'list of entries'],
  json: ['JSON'],
  multiOptions: ['one or more choices'],
  options: ['one choice'],
  resourceMapper: ['one field per argument'],
  string: ['text', 'list of texts'],
};

function describeType({ type, typeOptions = {}, modes = [] }: INodeProperties): string {
  const { minValue, maxValue, numberPrecision, password, multipleValues } = typeOptions;
  if (type === 'number') {
    const kind = numberPrecision ? 'number' : 'whole number';
    if (minValue === undefined) return kind;
    const to = maxValue === undefined ? '' : ` to ${maxValue}`;
    return `${kind}, ${to ? '' : 'at least '}${minValue}${to}`;
  }
  if (type === 'resourceLocator') {
    return modes
      .map(({ name, displayName }) =>
        name === 'list'
          ? 'from the list'
          : displayName.replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase()),
      )
      .join(', or ');
  }
  if (password) return 'text, hidden';
  const [one = type, several = one] = TYPES[type] ?? [];
  return multipleValues ? several : one;
}

/** @param isAdded whether a user adds the field to a collection. A switch has the opposite value until then */
function describeDefault(
  { type, default: value, description = '', options = [] }: INodeProperties,
  isAdded = false,
): string {
  if (type === 'boolean') {
    if (isAdded) return value === true ? 'off; on when added' : 'on; off when added';
    return value === true ? 'on' : 'off';
  }
  if (type === 'collection' || type === 'fixedCollection') return 'none';
  if (type === 'resourceLocator' || type === 'resourceMapper') return '';
  if (type === 'options' || type === 'multiOptions') {
    const chosen = [value].flat().map((one) => choiceName(options, one));
    return chosen.join(', ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  // A cell is one line.
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  if (line === '' || line === '""') return '';
  // The description of an option whose absence means something else says what.
  return `\`${line}\`${description.includes('Without this option') ? ' when added' : ''}`;
}

function choiceName(options: INodeProperties['options'] = [], value: unknown): string {
  const choice = (options as INodePropertyOptions[]).find((one) => one.value === value);
  return choice?.name ?? String(value);
}

function describeChoices({ name: field, type, options = [] }: INodeProperties): string {
  // The page of a trigger already has a table of them.
  if (field === 'events') return ' See [Events](#events).';
  if (type !== 'options' && type !== 'multiOptions') return '';
  return (options as INodePropertyOptions[])
    .map(
      ({ name, description = '' }) =>
        `<br>• **${name}**${description && `: ${sentence(description)}`}`,
    )
    .join('');
}

function describeCondition(field: INodeProperties, around: INodeProperties[]): string {
  const conditions = Object.entries(field.displayOptions?.show ?? {})
    .map(([name, values]) => [name.replace(/^\//, ''), values] as const)
    .filter(([name]) => !['resource', 'operation', '@version'].includes(name));
  if (conditions.length === 0) return '';
  return `_Shown if ${conditionText(Object.fromEntries(conditions), around)}._`;
}

/** @param conditions values by the names of fields */
export function conditionText(
  conditions: Record<string, unknown[] | undefined>,
  around: INodeProperties[],
): string {
  const words = Object.entries(conditions).map(([name, values]) => {
    if (name === '@tool') return 'the node is the tool of an agent';
    // Each resource has its own property "operation".
    const fields = around.filter((one) => one.name === name);
    const [of] = fields;
    const options = fields.flatMap((one) => one.options ?? []);
    const nameOf = (value: unknown) =>
      of?.type === 'boolean' ? (value === true ? 'on' : 'off') : choiceName(options, value);
    const shown = (values ?? []).map(nameOf);
    const has = of?.type === 'multiOptions' ? 'has' : 'is';
    return `**${of?.displayName ?? name}** ${has} ${shown.join(' or ')}`;
  });
  return words.join(' and ');
}
