import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { Conditions, Field } from './recorded';

/** Told by the place of an operation's field in the record. */
const TOLD_BY_PLACE = ['resource', 'operation'];
/** They hold nothing. */
const WITHOUT_VALUE = ['notice', 'button'];

/** The fields by their places, as `options.timeout`, those inside of them included. */
export function fieldsOf(properties: INodeProperties[], before = ''): Array<[string, Field]> {
  const held = properties.filter(({ type }) => !WITHOUT_VALUE.includes(type));
  return held.flatMap((property) => {
    const isTwice = held.filter(({ name }) => name === property.name).length > 1;
    const place = `${before}${property.name}${isTwice ? told(property, before) : ''}`;
    return [
      [place, fieldOf(property, before)] as [string, Field],
      ...innerOf(property, `${place}.`),
    ];
  });
}

/** Where several fields have one name: by the choice for which it is this one, as ` (scope=JOB)`. */
function told(property: INodeProperties, before: string): string {
  const { show = {} } = conditionsOf(property, before) ?? {};
  const choices = Object.entries(show).map(([name, values]) => `${name}=${values.join('|')}`);
  return choices.length === 0 ? '' : ` (${choices.join(', ')})`;
}

function innerOf({ type, options = [] }: INodeProperties, before: string): Array<[string, Field]> {
  if (type === 'collection') return fieldsOf(options as INodeProperties[], before);
  if (type !== 'fixedCollection') return [];
  return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
    fieldsOf(values, `${before}${name}.`),
  );
}

function fieldOf(property: INodeProperties, before: string): Field {
  const { type, required, modes, noDataExpression, typeOptions = {} } = property;
  const { minValue, maxValue, numberPrecision, multipleValues } = typeOptions;
  const field: Record<keyof Field, unknown> = {
    type,
    default: property.default,
    required: required || undefined,
    choices: choicesOf(property),
    modes: modes?.map(({ name }) => name),
    min: minValue,
    max: maxValue,
    precision: numberPrecision,
    isList: multipleValues || undefined,
    noExpression: noDataExpression || undefined,
    if: conditionsOf(property, before),
  };
  // JSON leaves out what does not apply.
  return JSON.parse(JSON.stringify(field)) as Field;
}

function choicesOf({ type, options }: INodeProperties): unknown[] | undefined {
  if (!['options', 'multiOptions'].includes(type) || !options) return undefined;
  return (options as INodePropertyOptions[]).map(({ value }) => value).sort();
}

/** What decides whether a field is shown, beside what its place in the record tells. */
function conditionsOf(
  { displayOptions = {} }: INodeProperties,
  before: string,
): Conditions | undefined {
  const told = ['@version', ...(before.includes(': ') ? TOLD_BY_PLACE : [])];
  const rest = (one: object = {}) =>
    Object.fromEntries(
      Object.entries(one)
        .filter(([name]) => !told.includes(name))
        .sort(),
    ) as Record<string, unknown[]>;
  const [show, hide] = [rest(displayOptions.show), rest(displayOptions.hide)];
  const conditions = {
    ...(Object.keys(show).length > 0 && { show }),
    ...(Object.keys(hide).length > 0 && { hide }),
  };
  return Object.keys(conditions).length > 0 ? conditions : undefined;
}
