import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';
import type { RootField } from '../schema/rootFields';
import { UPLOAD_SCALAR } from './arguments';

/** What a form needs to know of an argument, or of a field of an argument that is an input object. */
export interface ArgumentField {
  /** The argument, then the fields below it: `['job', 'name']`. */
  path: readonly string[];
  /** Whether nothing can be sent without it. */
  required: boolean;
  /** How its value is typed in. `file` names an item's binary field. */
  input: 'string' | 'number' | 'boolean' | 'dateTime' | 'options' | 'object' | 'array' | 'file';
  /** The type as the schema writes it, without the mark of a required one. */
  type: string;
  /** Only for `options`. */
  values?: Array<{ name: string; description?: string }>;
  /** What the field starts with once it is shown; for JSON a text with the fields that it needs. */
  defaultValue?: string | number | boolean;
}

/** `job`, `job.technology` and `job.technology.id` are fields of a form; what lies deeper is typed in as JSON. */
const MAX_LEVELS = 3;
/** A form with more fields is no help: input objects that lie deep are JSON then. */
const MAX_FIELDS = 100;
const DATE_SCALARS = /^(?:DateTime|Date|Timestamp|Instant)$/i;

/** The form for the arguments of a root field, required ones first: input objects as fields of their own, lists as JSON. */
export function describeArguments({ field }: RootField): ArgumentField[] {
  const withLevels = (levels: number) =>
    field.args
      .flatMap((argument) => fieldsOf(argument, { path: [], levels, isSent: true }))
      .sort((one, other) => Number(other.required) - Number(one.required));
  for (let levels = MAX_LEVELS; levels > 1; levels--) {
    const fields = withLevels(levels);
    if (fields.length <= MAX_FIELDS) return fields;
  }
  return withLevels(1);
}

interface Place {
  path: readonly string[];
  /** How many levels may be fields of the form, this one among them. */
  levels: number;
  /** Whether what it belongs to is sent in any case. */
  isSent: boolean;
}

function fieldsOf(field: GraphQLArgument | GraphQLInputField, place: Place): ArgumentField[] {
  const path = [...place.path, field.name];
  const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
  const type = isNonNullType(field.type) ? field.type.ofType : field.type;
  if (place.levels > 1 && isInputObjectType(type)) {
    const below = { path, levels: place.levels - 1, isSent: place.isSent && isRequired };
    return Object.values(type.getFields()).flatMap((one) => fieldsOf(one, below));
  }
  const required = place.isSent && isRequired;
  const input = inputOf(type, required);
  return [
    {
      path,
      required,
      input,
      type: String(type),
      ...(input === 'options' && { values: valuesOf(type) }),
      ...startsWith(field, input === 'object' || input === 'array', path.length > 1),
    },
  ];
}

/** A default below an optional object is never there from the start: the object would be sent. n8n marks empty JSON in red. */
function startsWith(
  { defaultValue, type }: GraphQLArgument | GraphQLInputField,
  isJson: boolean,
  isBelow: boolean,
): Pick<ArgumentField, 'defaultValue'> {
  if (isJson) return { defaultValue: skeletonOf(type) };
  if (isBelow || !['string', 'number', 'boolean'].includes(typeof defaultValue)) return {};
  return { defaultValue: defaultValue as string | number | boolean };
}

function inputOf(type: GraphQLInputType, required: boolean): ArgumentField['input'] {
  if (isListType(type)) return 'array';
  if (isInputObjectType(type)) return 'object';
  if (isEnumType(type)) return 'options';
  const { name } = getNamedType(type);
  if (name === UPLOAD_SCALAR) return 'file';
  if (name === 'Int' || name === 'Float') return 'number';
  // A switch has no third position for "not given".
  if (name === 'Boolean') return required ? 'boolean' : 'options';
  return DATE_SCALARS.test(name) ? 'dateTime' : 'string';
}

function valuesOf(type: GraphQLInputType): ArgumentField['values'] {
  if (!isEnumType(type)) return [{ name: 'true' }, { name: 'false' }];
  return type
    .getValues()
    .map(({ name, description }) => ({ name, ...(description && { description }) }));
}

const MAX_JSON_LEVELS = 5;

/** JSON text with the fields that a value of this type cannot do without, to be filled in. */
function skeletonOf(type: GraphQLInputType): string {
  return JSON.stringify(emptyValue(type, MAX_JSON_LEVELS), null, 2);
}

function emptyValue(type: GraphQLInputType, levels: number): unknown {
  if (isNonNullType(type)) return emptyValue(type.ofType, levels);
  if (isListType(type)) {
    const isOfObjects = isInputObjectType(getNamedType(type)) && levels > 1;
    return isOfObjects ? [emptyValue(type.ofType, levels - 1)] : [];
  }
  if (isInputObjectType(type)) {
    const required = levels > 1 ? Object.values(type.getFields()).filter(isRequiredInputField) : [];
    return Object.fromEntries(
      required.map((field) => [field.name, emptyValue(field.type, levels - 1)]),
    );
  }
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  const { name } = getNamedType(type);
  if (name === 'Int' || name === 'Float') return 0;
  return name === 'Boolean' ? false : '';
}
