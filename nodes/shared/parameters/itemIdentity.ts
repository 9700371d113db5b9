import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldsOf } from '../../../platform/text/values';
import type { ItemParameters } from './nodeParameters';

/** Longer than any ID or path of the platform. */
const MAX_CHARACTERS = 1_000;

/** What an output calls the path of a file. */
const PATH = { field: 'filePath', output: 'path' } as const;

/** The fields of an operation that identify what it is about, by what a failed item calls them. */
export function identifyingFields(fields: readonly INodeProperties[]): Map<string, string> {
  const locators = fields.filter(
    ({ type, name }) => type === 'resourceLocator' && /Id$/.test(name),
  );
  // What a required one is picked with the help of is not sent.
  const isHelp = (field: INodeProperties) =>
    !field.required && locators.some((other) => other.required && dependsOn(other, field));
  const ids = locators.filter((field) => !isHelp(field));
  const paths = fields.filter(({ name, required }) => required && name === PATH.field);
  return new Map([
    ...ids.map(({ name }) => [name, name] as const),
    ...paths.map(({ name }) => [PATH.output, name] as const),
  ]);
}

function dependsOn({ typeOptions }: INodeProperties, { name }: INodeProperties): boolean {
  return typeOptions?.loadOptionsDependsOn?.includes(`${name}.value`) ?? false;
}

/** What a failed item calls the name of what a locator of IDs holds. A run has none. */
export function nameOutput(locator: string): string | undefined {
  return /Id$/.test(locator) && locator !== 'runId' ? locator.replace(/Id$/, 'Name') : undefined;
}

/** What identifies the thing that an item asked for, as far as its fields tell: `{ jobId, jobName }`, `{ path }`. */
export function readIdentity(parameters: ItemParameters): IDataObject {
  const values = [...identifyingFields(parameters.fields)].flatMap(([output, name]) => {
    const named = nameOutput(name);
    return [
      [output, written(name, parameters)] as const,
      ...(named ? [[named, pickedName(name, parameters)] as const] : []),
    ];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The name by which a list of the editor showed what was picked of it; no request is needed to know it. */
export function pickedName(locator: string, parameters: ItemParameters): string | undefined {
  const picked = inList(locator, parameters);
  if (picked === undefined || locator === 'projectId') return picked;
  // In a list of all projects, each thing stands behind its project.
  const filter = parameters.fields.find(({ name }) => name === 'projectId' && name !== locator);
  if (filter?.required !== false) return picked;
  const isOfAll = isLeftEmpty(parameters.written('projectId'));
  const project = isOfAll ? picked.split(' / ', 1)[0] : inList('projectId', parameters);
  const start = `${project} / `;
  return picked.startsWith(start) ? picked.slice(start.length) : picked;
}

function inList(locator: string, parameters: ItemParameters): string | undefined {
  const { mode, value, cachedResultName: name } = fieldsOf(parameters.written(locator));
  const isPicked = mode === 'list' && typeof value === 'string' && !value.startsWith('=');
  return isPicked && typeof name === 'string' && name !== ''
    ? name.slice(0, MAX_CHARACTERS)
    : undefined;
}

/** Whether nothing was written into a locator; an expression that gives nothing is another matter. */
export function isLeftEmpty(written: unknown): boolean {
  const { value = written } = Object(written) as { value?: unknown };
  return value === '' || value === undefined;
}

/** What cannot be read is what the item failed for. */
function written(name: string, parameters: ItemParameters): string | undefined {
  try {
    if (!parameters.isGiven(name)) return undefined;
    const isPath = name === PATH.field;
    const value = isPath ? parameters.value(name) : parameters.locator(name);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || text.length > MAX_CHARACTERS) return undefined;
    return isPath && !text.startsWith('/') ? `/${text}` : text;
  } catch {
    return undefined;
  }
}
