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

/** A field of a form: an argument, or a field of an argument that is an input object. */
export interface ArgumentField {
  /** The names of the argument and of the fields below it, such as `['job', 'name']`. */
  path: readonly string[];
  required: boolean;
  /** For `file`, the user enters the name of an item's binary field. */
  input: 'string' | 'number' | 'boolean' | 'dateTime' | 'options' | 'object' | 'array' | 'file';
  /** The type in the schema, without `!` at its end. */
  type: string;
  /** Only for `options`. */
  values?: Array<{ name: string; description?: string }>;
  /** Only for `object` and `array`: a JSON example with the required fields. */
  defaultValue?: string;
}

/** A form has fields such as `job`, `job.technology` and `job.technology.id`. Users enter deeper fields as JSON. */
const MAX_FORM_LEVELS = 3;
/** If a form would have more fields, users enter deep input objects as JSON. */
const MAX_FIELDS = 100;
const DATE_SCALARS = /^(?:DateTime|Date|Timestamp|Instant)$/i;

/** Describes a form: required arguments first, input objects field by field, lists as JSON. */
export function describeArguments({ field }: RootField): ArgumentField[] {
  const describe = (levels: number) =>
    field.args.flatMap((argument) => describeField(argument, [], levels, true));
  let levels = MAX_FORM_LEVELS;
  let fields = describe(levels);
  while (fields.length > MAX_FIELDS && levels > 1) fields = describe(--levels);
  return fields.sort((a, b) => Number(b.required) - Number(a.required));
}

/**
 * @param parentPath path of the object that contains the field
 * @param levels number of levels that may be fields of the form, including this one
 * @param isParentSent true if that object is always sent
 */
function describeField(
  field: GraphQLArgument | GraphQLInputField,
  parentPath: readonly string[],
  levels: number,
  isParentSent: boolean,
): ArgumentField[] {
  const path = [...parentPath, field.name];
  const required = isParentSent && isRequiredInputField(field);
  const type = isNonNullType(field.type) ? field.type.ofType : field.type;
  if (levels > 1 && isInputObjectType(type)) {
    const members = Object.values(type.getFields());
    return members.flatMap((member) => describeField(member, path, levels - 1, required));
  }
  const input = chooseInput(type, required);
  const isJson = input === 'object' || input === 'array';
  return [
    {
      path,
      required,
      input,
      type: String(type),
      ...(input === 'options' && { values: listOptions(type) }),
      // n8n would mark an empty JSON field as an error.
      ...(isJson && { defaultValue: JSON.stringify(buildExample(type), null, 2) }),
    },
  ];
}

function chooseInput(type: GraphQLInputType, required: boolean): ArgumentField['input'] {
  if (isListType(type)) return 'array';
  if (isInputObjectType(type)) return 'object';
  if (isEnumType(type)) return 'options';
  const { name } = getNamedType(type);
  if (name === UPLOAD_SCALAR) return 'file';
  if (name === 'Int' || name === 'Float') return 'number';
  // A switch has no position for "not set".
  if (name === 'Boolean') return required ? 'boolean' : 'options';
  return DATE_SCALARS.test(name) ? 'dateTime' : 'string';
}

function listOptions(type: GraphQLInputType): ArgumentField['values'] {
  if (!isEnumType(type)) return [{ name: 'true' }, { name: 'false' }];
  return type
    .getValues()
    .map(({ name, description }) => ({ name, ...(description && { description }) }));
}

const MAX_JSON_LEVELS = 5;

/** Builds an example with the required fields, which the user fills in. */
function buildExample(type: GraphQLInputType, levels = MAX_JSON_LEVELS): unknown {
  if (isNonNullType(type)) return buildExample(type.ofType, levels);
  if (isListType(type)) {
    const isOfObjects = isInputObjectType(getNamedType(type)) && levels > 1;
    return isOfObjects ? [buildExample(type.ofType, levels - 1)] : [];
  }
  if (isInputObjectType(type)) {
    const required = levels > 1 ? Object.values(type.getFields()).filter(isRequiredInputField) : [];
    return Object.fromEntries(
      required.map((field) => [field.name, buildExample(field.type, levels - 1)]),
    );
  }
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  const { name } = getNamedType(type);
  if (name === 'Int' || name === 'Float') return 0;
  return name === 'Boolean' ? false : '';
}
