import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ItemParameters } from './nodeParameters';

/** Longer than any ID or path of the platform. */
const MOST_CHARACTERS = 1_000;

/** What an output calls the path of a file. */
const PATH = { field: 'filePath', output: 'path' } as const;

/** The fields of an operation that identify what it is about, by what a failed item calls them. */
export function identifyingFields(fields: readonly INodeProperties[]): Map<string, string> {
  const required = fields.filter((field) => field.required);
  const ids = required.filter(({ type, name }) => type === 'resourceLocator' && /Id$/.test(name));
  const paths = required.filter(({ name }) => name === PATH.field);
  return new Map([
    ...ids.map(({ name }) => [name, name] as const),
    ...paths.map(({ name }) => [PATH.output, name] as const),
  ]);
}

/** What identifies the thing that an item asked for, as far as its fields tell: `{ jobId }`, `{ path }`. */
export function readIdentity(
  fields: readonly INodeProperties[],
  parameters: ItemParameters,
): IDataObject {
  const values = [...identifyingFields(fields)].map(([output, name]) => {
    const value = written(name, parameters);
    return [output, value] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** What cannot be read is what the item failed for. */
function written(name: string, parameters: ItemParameters): string | undefined {
  try {
    if (!parameters.isGiven(name)) return undefined;
    const isPath = name === PATH.field;
    const value = isPath ? parameters.value(name) : parameters.locator(name);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || text.length > MOST_CHARACTERS) return undefined;
    return isPath && !text.startsWith('/') ? `/${text}` : text;
  } catch {
    return undefined;
  }
}
