import {
  displayParameter,
  type ICredentialType,
  type INodeParameters,
  type INodeProperties,
  type INodePropertyOptions,
  type INodeTypeDescription,
} from 'n8n-workflow';
import { createInstance } from '../support/descriptions/packageNodes';
import { readJson, ROOT } from '../support/repository';

/** Content of a picture, as JSON. */
export type Shown = unknown;

const { n8n } = readJson<{ n8n: { nodes: string[]; credentials: string[] } }>('package.json');

const built = <Instance>(files: string[]) =>
  files.map((file) => createInstance<Instance>(`${ROOT}/${file}`));

const NODES = built<{ description: INodeTypeDescription }>(n8n.nodes).map(
  ({ description }) => description,
);
const CREDENTIALS = built<ICredentialType>(n8n.credentials);

function named<T extends { name: string }>(all: T[], type: string): T {
  const found = all.find(({ name }) => name === type);
  if (found === undefined) throw new Error(`No node or credential is of the type ${type}`);
  return found;
}

/** Returns the texts of a panel without descriptions, which are tooltips. */
export function panelTexts(type: string, parameters: object): Shown {
  const node = named(NODES, type);
  // Fields of one name may have other defaults for other resources.
  const usual = node.properties.filter(({ displayOptions }) => !displayOptions);
  const values = {
    ...Object.fromEntries(usual.map((one) => [one.name, one.default])),
    ...parameters,
  } as INodeParameters;
  const typeVersion = typeof node.version === 'number' ? node.version : Math.max(...node.version);
  const shown = node.properties.filter(
    (property) =>
      property.type !== 'hidden' && displayParameter(values, property, { typeVersion }, node),
  );
  return { credential: node.credentials, fields: shown.map((one) => readTexts(one, values)) };
}

function readTexts(property: INodeProperties, values: INodeParameters): Shown {
  const { displayName, type, hint, placeholder, name, options = [], required } = property;
  const value = values[name] ?? property.default;
  const chosen = (options as INodePropertyOptions[]).find((option) => option.value === value);
  return [displayName, type, hint, placeholder, required, chosen?.name ?? value];
}

export function listActions(type: string): string[] {
  return named(NODES, type)
    .properties.filter(({ name }) => name === 'operation')
    .flatMap(({ options = [] }) => options as INodePropertyOptions[])
    .map(({ action, name }) => action ?? name);
}

export function credentialTexts(type: string): Shown {
  const { displayName, properties } = named(CREDENTIALS, type);
  const shown = properties.filter((property) => property.type !== 'hidden');
  return [displayName, shown.map((property) => readTexts(property, {}))];
}
