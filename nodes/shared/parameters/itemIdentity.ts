import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { ownValue } from '../../../platform/common/text/names';
import { toObject } from '../../../platform/common/text/values';
import type { ItemParameters } from './nodeParameters';

/** Keeps failed items small. */
const MAX_VALUE_CHARACTERS = 1_000;

const PATH = { field: 'filePath', output: 'path' } as const;

/** Returns the fields of a failed item that identify its entities, each with the parameter that contains the value. */
export function findIdentifyingFields(fields: readonly INodeProperties[]): Map<string, string> {
  const locators = fields.filter(
    ({ type, name }) => type === 'resourceLocator' && /Id$/.test(name),
  );
  // A locator that only filters the list of a required one does not identify the entity.
  const isOnlyFilter = (field: INodeProperties) =>
    !field.required && locators.some((other) => other.required && dependsOn(other, field));
  const ids = locators.filter((field) => !isOnlyFilter(field));
  const paths = fields.filter(({ name, required }) => required && name === PATH.field);
  return new Map([
    ...ids.map(({ name }) => [name, name] as const),
    ...paths.map(({ name }) => [PATH.output, name] as const),
  ]);
}

function dependsOn({ typeOptions }: INodeProperties, { name }: INodeProperties): boolean {
  return typeOptions?.loadOptionsDependsOn?.includes(`${name}.value`) ?? false;
}

/** Returns the field of a failed item for the name of a locator's entity, such as `jobName` for `jobId`. Runs have no names. */
export function toNameField(locator: string): string | undefined {
  return /Id$/.test(locator) && locator !== 'runId' ? locator.replace(/Id$/, 'Name') : undefined;
}

/** Returns fields such as `{ jobId, jobName }` or `{ path }`. Values that the parameters do not contain are missing. */
export function readIdentity(parameters: ItemParameters): IDataObject {
  const values = [...findIdentifyingFields(parameters.fields)].flatMap(([output, name]) => {
    const nameField = toNameField(name);
    return [
      [output, readIdentifyingValue(name, parameters)] as const,
      ...(nameField ? [[nameField, readPickedName(name, parameters)] as const] : []),
    ];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns the name of an entity that was picked from a list. The parameters contain the name, so no request is sent. */
export function readPickedName(locator: string, parameters: ItemParameters): string | undefined {
  const listedName = readListedName(locator, parameters);
  if (listedName === undefined || locator === 'projectId') return listedName;
  // Only a locator with an optional project can list all projects. Its entries then begin with a project: "Retail / Daily sales".
  const filter = parameters.fields.find(({ name }) => name === 'projectId' && name !== locator);
  if (filter?.required !== false) return listedName;
  // If a project was chosen after the entry was picked, the entry still begins with its project.
  const isOfAllProjects = isLeftEmpty(parameters.readSaved('projectId'));
  const project = isOfAllProjects
    ? listedName.split(' / ', 1)[0]
    : readListedName('projectId', parameters);
  const start = `${project} / `;
  return listedName.startsWith(start) ? listedName.slice(start.length) : listedName;
}

function readListedName(locator: string, parameters: ItemParameters): string | undefined {
  const { mode, value, cachedResultName: name } = toObject(parameters.readSaved(locator));
  const isPicked = mode === 'list' && typeof value === 'string' && !value.startsWith('=');
  return isPicked && typeof name === 'string' && name !== ''
    ? name.slice(0, MAX_VALUE_CHARACTERS)
    : undefined;
}

/** Returns false for a locator with an expression, even if the expression returns nothing. */
export function isLeftEmpty(saved: unknown): boolean {
  const { value = saved } = Object(saved) as { value?: unknown };
  return value === '' || value === undefined;
}

/** Returns undefined if the value is missing, too long or cannot be read. */
function readIdentifyingValue(name: string, parameters: ItemParameters): string | undefined {
  try {
    if (!parameters.isGiven(name)) return undefined;
    const isPath = name === PATH.field;
    const value = isPath ? parameters.value(name) : parameters.locator(name);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || text.length > MAX_VALUE_CHARACTERS) return undefined;
    return isPath && !text.startsWith('/') ? `/${text}` : text;
  } catch {
    return undefined;
  }
}

type WithPages = Pick<PlatformClient, 'pages'>;

/** Finds the project in the address of the picked list entry, or in the pasted address. Sends nothing. */
export function findPickedProjectId(
  { pages }: WithPages,
  parameters: ItemParameters,
  locator: string,
): string | undefined {
  const { mode, value, cachedResultUrl } = toObject(parameters.readSaved(locator));
  if (mode === 'url') return pages.readIds(parameters.readAddress(locator))?.projectId;
  const ids = mode === 'list' ? pages.readIds(cachedResultUrl) : undefined;
  return ids && ownValue({ ...ids }, locator) === value ? ids.projectId : undefined;
}

export function findPageUrl(
  { pages }: Partial<WithPages>,
  parameters: ItemParameters,
  knownFields: IDataObject,
): string | undefined {
  // An operation without a credential has no client.
  if (!pages || knownFields.url !== undefined) return undefined;
  for (const noun of ['job', 'pipeline', 'app']) {
    // The output of a run contains its ID as `id`.
    const { projectId, id: runId = knownFields.runId } = knownFields;
    const id = ownValue(knownFields, `${noun}Id`);
    if (id === undefined) continue;
    const projectIdOfPage = projectId ?? findPickedProjectId({ pages }, parameters, `${noun}Id`);
    return pages.buildUrl(noun, projectIdOfPage, id, runId) ?? undefined;
  }
  return pages.buildUrl('project', undefined, knownFields.projectId) ?? undefined;
}
