import { getNamedType, isInterfaceType, isObjectType, type FieldNode } from 'graphql';
import type { GraphQLOutputType } from 'graphql';
import { field } from '../document';

/** Fields that are wanted where the schema has them; `true` for one that has no fields of its own. */
export interface WantedFields {
  readonly [name: string]: true | WantedFields;
}

/** Those of the wanted fields that the live schema has; never one that needs an argument. */
export function presentFields(type: GraphQLOutputType, wanted: WantedFields): FieldNode[] {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return [];
  const fields = named.getFields();
  return Object.entries(wanted).flatMap(([name, below]): FieldNode[] => {
    const present = fields[name];
    if (!present) return [];
    if (below === true) return [field(name)];
    const select = presentFields(present.type, below);
    return select.length > 0 ? [field(name, { select })] : [];
  });
}

/** Whether a type has the field at a dotted path, as `history.currentStatus.status`. */
export function hasField(type: GraphQLOutputType, path: string): boolean {
  const [name = '', ...rest] = path.split('.');
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return false;
  const present = named.getFields()[name];
  return present !== undefined && (rest.length === 0 || hasField(present.type, rest.join('.')));
}
