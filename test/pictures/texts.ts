import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  displayParameter,
  type ICredentialType,
  type INodeParameters,
  type INodeProperties,
  type INodePropertyOptions,
  type INodeTypeDescription,
} from 'n8n-workflow';
/** What a picture shows, as JSON. */
export type Shown = unknown;

const ROOT = path.resolve(__dirname, '..', '..');
const { n8n } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  n8n: { nodes: string[]; credentials: string[] };
};

/** What is in dist/, which n8n shows: the classes of these files. */
function built<Instance>(files: string[]): Instance[] {
  const load = createRequire(__filename);
  return files.map((file) => {
    const name = path.basename(file).split('.')[0] ?? '';
    const classes = load(path.join(ROOT, file)) as Record<string, new () => Instance>;
    const Class = classes[name];
    if (Class === undefined) throw new Error(`${file} has no class ${name}`);
    return new Class();
  });
}

const NODES = built<{ description: INodeTypeDescription }>(n8n.nodes).map(
  ({ description }) => description,
);
const CREDENTIALS = built<ICredentialType>(n8n.credentials);

function nodeOf(type: string): INodeTypeDescription {
  const found = NODES.find(({ name }) => name === type);
  if (found === undefined) throw new Error(`No node is of the type ${type}`);
  return found;
}

/** The texts of a node's panel with these parameters; a description is shown only where it is pointed at. */
export function panelTexts(type: string, parameters: object): Shown {
  const node = nodeOf(type);
  const values = { ...defaultsOf(node), ...(parameters as INodeParameters) };
  const typeVersion = typeof node.version === 'number' ? node.version : Math.max(...node.version);
  const shown = node.properties.filter(
    (property) =>
      property.type !== 'hidden' && displayParameter(values, property, { typeVersion }, node),
  );
  return { credential: node.credentials, fields: shown.map((one) => textsOf(one, values)) };
}

/** The first field of a name that is shown decides on its default; they differ by resource. */
function defaultsOf({ properties }: INodeTypeDescription): INodeParameters {
  return Object.fromEntries(
    properties
      .filter(({ displayOptions }) => !displayOptions)
      .map((one) => [one.name, one.default]),
  ) as INodeParameters;
}

function textsOf(property: INodeProperties, values: INodeParameters): Shown {
  const { displayName, type, hint, placeholder, name, options = [], required } = property;
  const value = values[name] ?? property.default;
  const chosen = (options as INodePropertyOptions[]).find((option) => option.value === value);
  return [displayName, type, hint, placeholder, required, chosen?.name ?? value];
}

/** The actions that the list of nodes offers. */
export function actionsOf(type: string): string[] {
  return nodeOf(type)
    .properties.filter(({ name }) => name === 'operation')
    .flatMap(({ options = [] }) => options as INodePropertyOptions[])
    .map(({ action, name }) => action ?? name);
}

export function credentialTexts(type: string): Shown {
  const found = CREDENTIALS.find(({ name }) => name === type);
  if (found === undefined) throw new Error(`No credential is of the type ${type}`);
  const shown = found.properties.filter((property) => property.type !== 'hidden');
  return [found.displayName, shown.map((property) => textsOf(property, {}))];
}
