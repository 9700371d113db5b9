import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputType,
} from 'graphql';

const MOST_LEVELS = 5;

/** JSON text with the fields that a value of this type cannot do without, to be filled in. */
export function skeletonOf(type: GraphQLInputType): string {
  return JSON.stringify(emptyValue(type, MOST_LEVELS), null, 2);
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
