import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

export interface CheckedField {
  /** Path of the field, for example `options.timeout` or `options.variables.values.name`. */
  path: string;
  field: INodeProperties;
  /** Adds a value of the field to other parameters, and also values that show the field. */
  buildParameters(others: object, value: unknown): Record<string, unknown>;
}

const CHECKED_TYPES = ['number', 'boolean', 'options', 'multiOptions', 'dateTime'];

/** Finds all fields whose values are checked, also in collections. It skips fields that only an agent's tool has. */
export function findCheckedFields(fields: readonly INodeProperties[]): CheckedField[] {
  return findFieldsOfTypes(
    fields.filter(({ displayOptions }) => !displayOptions?.show?.['@tool']),
    CHECKED_TYPES,
  );
}

export function findFieldsOfTypes(
  fields: readonly INodeProperties[],
  types: readonly string[],
): CheckedField[] {
  return fields.flatMap((root) =>
    findInnerFields(root, types).map(({ path, field, wrap }) => ({
      path: path.join('.'),
      field,
      buildParameters: (others, value) => ({
        ...buildRequiredValues(fields),
        ...others,
        ...findShowingValues(root, fields),
        ...findShowingValues(field, fields),
        [root.name]: wrap(value),
      }),
    })),
  );
}

interface InnerField {
  path: string[];
  field: INodeProperties;
  /** Returns a value of the outermost field that contains the value. */
  wrap(value: unknown): unknown;
}

function findInnerFields(field: INodeProperties, types: readonly string[]): InnerField[] {
  const findInner = (child: INodeProperties) => findInnerFields(child, types);
  if (types.includes(field.type)) {
    return [{ path: [field.name], field, wrap: (value) => value }];
  }
  if (field.type === 'collection') {
    const options = (field.options ?? []) as INodeProperties[];
    return options.flatMap(findInner).map((inner) => {
      const others = findShowingValues(inner.field, options);
      return {
        path: [field.name, ...inner.path],
        field: inner.field,
        wrap: (value) => ({ ...others, [inner.path[0] ?? '']: inner.wrap(value) }),
      };
    });
  }
  if (field.type !== 'fixedCollection') return [];
  const isList = field.typeOptions?.multipleValues === true;
  return ((field.options ?? []) as INodePropertyCollection[]).flatMap(({ name, values }) =>
    values.flatMap(findInner).map((inner) => ({
      path: [field.name, name, ...inner.path],
      field: inner.field,
      wrap: (value: unknown) => {
        const entry = { [inner.path[0] ?? '']: inner.wrap(value) };
        return { [name]: isList ? [entry] : entry };
      },
    })),
  );
}

/** Returns values of all required fields, without which n8n does not run a node. */
function buildRequiredValues(fields: readonly INodeProperties[]): Record<string, unknown> {
  const needed = fields.filter(
    ({ required, type }) =>
      required === true && (type === 'dateTime' || !CHECKED_TYPES.includes(type)),
  );
  const chooseValue = (type: string) => {
    if (type === 'dateTime') return '2020-01-02';
    return type === 'resourceLocator' ? { __rl: true, mode: 'id', value: 'some-id' } : 'some text';
  };
  return Object.fromEntries(needed.map(({ name, type }) => [name, chooseValue(type)]));
}

/** Returns values that show a field, and the fields on which it depends. */
function findShowingValues(
  { displayOptions }: INodeProperties,
  fields: readonly INodeProperties[],
): Record<string, unknown> {
  // The fields do not include resource and operation. A condition on a field outside the collection begins with a slash.
  const conditions = Object.entries(displayOptions?.show ?? {})
    .map(([name, allowed]) => [name.replace(/^\//, ''), allowed] as const)
    .filter(([name]) => fields.some((field) => field.name === name));
  // Several fields may have the same name and different choices.
  const has = (field: INodeProperties, value: unknown) =>
    listChoiceValues(field).length === 0 ||
    listChoiceValues(field).some((choice) => choice === value);
  const others = fields.filter((field) =>
    conditions.some(([name, allowed]) => name === field.name && has(field, allowed?.[0])),
  );
  return Object.assign(
    {},
    ...others.map((other) => findShowingValues(other, fields)),
    Object.fromEntries(conditions.map(([name, allowed]) => [name, allowed?.[0]])),
  ) as Record<string, unknown>;
}

/** Values that are invalid for every field, unless they are one of its choices. */
const INVALID_VALUES = ['', '  ', null, undefined, Number.NaN, 'NaN', 'abc', {}];

const INVALID_DATES = [
  ...['01/11/2026', '11/2026', 'Nov 1, 2026', 'last 2', '1790000000000', '2026-11-1', '20261101'],
  ...['2026-11-31', '2026-02-29', '2026-13-01', '2026-11-01T25:00', '2026-11-01T06:60'],
  ...['2026-11-01T6:00', '2026-11-01T06:00+99:00', '2026-11-01T06:00 Paris', '2026-11-01 to 2'],
];
const VALID_DATES = [
  ...['2026-11-01', '2026-11-01T00:00:00', '2026-11-01 00:00:00', '2026-11-01T06:00Z'],
  ...['2026-11-01T06:00:00.123+02:00', '2026-11-01T06:00-0330', ' 2026-11-01T06:00+02 '],
  '2026-04-28T15:35:32.381215Z[UTC]',
];

/** Lists values that an expression or a spreadsheet may return, but the field does not allow. */
export function listWrongValues(field: INodeProperties): unknown[] {
  const choices = listChoiceValues(field);
  const inOtherCase = choices.map(swapCase).filter((choice) => !choices.includes(choice));
  if (field.type === 'number') {
    return [...INVALID_VALUES, true, [], [1], '1,5', '0x1', Infinity, ...listOutOfBounds(field)];
  }
  if (field.type === 'boolean') return [...INVALID_VALUES, 0, 1, 'yes', 'no', '1', [], [true]];
  if (field.type === 'dateTime') {
    return [...INVALID_VALUES, ...INVALID_DATES, 0, 1_790_000_000_000, true, [], ['2026-11-01']];
  }
  if (field.type === 'options') {
    return [
      ...INVALID_VALUES.filter((value) => !choices.includes(value)),
      ...inOtherCase,
      ...choices.filter((choice) => choice !== '').flatMap((choice) => [` ${choice}`, [choice]]),
      ...[0, 7, true, []],
    ];
  }
  // Choices that n8n loads are not in the description, so any text is allowed.
  const hasLoadedChoices = field.typeOptions?.loadOptionsMethod !== undefined;
  const names = hasLoadedChoices ? ['abc', 'NaN'] : [];
  return [
    ...INVALID_VALUES.filter((value) => !names.includes(value as string)),
    ...[0, 7, true, [''], [null], [7]],
    ...(hasLoadedChoices ? [] : [['abc'], ...inOtherCase.map((choice) => [choice])]),
    ...(field.required ? [[]] : []),
  ];
}

/** Lists allowed values other than the default. */
export function listOtherValues(field: INodeProperties): unknown[] {
  const { type, default: defaultValue, typeOptions: { minValue, maxValue } = {} } = field;
  if (type === 'boolean') return [defaultValue !== true];
  if (type === 'number')
    return [Number(defaultValue) === maxValue ? minValue : Number(defaultValue) + 1];
  if (type === 'options')
    return listChoiceValues(field).filter((choice) => choice !== defaultValue);
  if (type === 'multiOptions') return listChoiceValues(field).map((choice) => [choice]);
  return type === 'dateTime' ? ['2026-01-02T03:04:05Z'] : ['Some text'];
}

/** Lists texts that are allowed values of a field with another type. */
export function listTextValues({ type, ...field }: INodeProperties): string[] {
  if (type === 'boolean') return ['true', ' false '];
  if (type === 'dateTime') return VALID_DATES;
  if (type !== 'number') return [];
  return [` ${String(field.default)} `];
}

function listOutOfBounds({ typeOptions = {} }: INodeProperties): unknown[] {
  const { minValue, maxValue, numberPrecision = 0 } = typeOptions;
  return [
    ...(minValue === undefined ? [] : [minValue - 1, String(minValue - 1)]),
    ...(maxValue === undefined ? [] : [maxValue + 1]),
    ...(numberPrecision === 0 ? [1.5, '1.5'] : []),
  ];
}

function listChoiceValues({ options = [] }: INodeProperties): unknown[] {
  return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function swapCase(choice: unknown): unknown {
  const text = String(choice);
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
