import {
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import type { RootField } from '../schema/rootFields';
import { UPLOAD_SCALAR } from './arguments';

/** A file among the variables: where it belongs, and the name by which the caller knows it. */
export interface UploadPlace {
  /** As in the map of a GraphQL multipart request: `variables.input.files.0`. */
  path: string;
  /** The value that stood there: the name of an item's binary field. */
  name: string;
}

/** Takes the files out of the variables, where null stands for each, as multipart requests want it. */
export function extractUploads(
  { field }: RootField,
  variables: Record<string, unknown>,
): { variables: Record<string, unknown>; uploads: UploadPlace[] } {
  const uploads: UploadPlace[] = [];
  const types = new Map(field.args.map(({ name, type }) => [name, type]));
  const without = Object.entries(variables).map(([name, value]) => {
    const type = types.get(name);
    return [name, type ? take(type, value, `variables.${name}`, uploads) : value];
  });
  return { variables: Object.fromEntries(without) as Record<string, unknown>, uploads };
}

function take(
  type: GraphQLInputType,
  value: unknown,
  path: string,
  uploads: UploadPlace[],
): unknown {
  if (isNonNullType(type)) return take(type.ofType, value, path, uploads);
  if (value === null || value === undefined) return value;
  if (isListType(type)) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.map((entry, index) => take(type.ofType, entry, `${path}.${index}`, uploads));
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const inner = fields[name];
        return [name, inner ? take(inner.type, member, `${path}.${name}`, uploads) : member];
      }),
    );
  }
  if (getNamedType(type).name !== UPLOAD_SCALAR) return value;
  uploads.push({ path, name: String(value) });
  return null;
}
