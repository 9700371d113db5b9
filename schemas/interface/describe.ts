import { isDeepStrictEqual } from 'node:util';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  NodeHelpers,
  type ICredentialType,
  type IDisplayOptions,
  type INode,
  type INodeProperties,
  type INodePropertyCollection,
  type INodePropertyOptions,
  type INodeType,
  type INodeTypeDescription,
  type IVersionedNodeType,
} from 'n8n-workflow';
import { fieldsOf } from './fields';
import { outputsOf, type OutputSchema } from './outputs';
import type { Conditions, Interface, NodeInterface } from './recorded';

interface Manifest {
  n8n: { nodes: string[]; credentials: string[] };
}

/** The interface of a built package. @param folder with its package.json and dist/ */
export function describePackage(folder: string): Interface {
  const read = <T>(file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T;
  const { n8n } = read<Manifest>('package.json');
  const credentials = n8n.credentials.map((file): [string, { fields: never }] => {
    const { name, properties } = made<ICredentialType>(path.join(folder, file));
    return [name, { fields: Object.fromEntries(fieldsOf(properties)) as never }];
  });
  const nodes = n8n.nodes.flatMap((file) => {
    const schemas = path.join(folder, path.dirname(file), '__schema__');
    return versionsOf(made<INodeType | IVersionedNodeType>(path.join(folder, file))).map(
      ([version, description]): [string, NodeInterface] => [
        `${description.name} ${version}`,
        describeNode(description, version, (operation) => schemaOf(schemas, version, operation)),
      ],
    );
  });
  return { credentials: Object.fromEntries(credentials), nodes: Object.fromEntries(nodes) };
}

/** The only class of a file. */
function made<T>(file: string): T {
  const classes = createRequire(__filename)(file) as Record<string, new () => T>;
  const [Made] = Object.values(classes);
  if (!Made) throw new Error(`${file} has no class`);
  return new Made();
}

/** Both ways in which n8n has versions: descriptions of their own, and one with conditions. */
function versionsOf(node: INodeType | IVersionedNodeType): Array<[number, INodeTypeDescription]> {
  const descriptions =
    'nodeVersions' in node
      ? Object.values(node.nodeVersions).map(({ description }) => description)
      : [node.description];
  return descriptions.flatMap((description) =>
    [description.version]
      .flat()
      .map((version): [number, INodeTypeDescription] => [version, description]),
  );
}

/** @param schemaOfOperation by `job/get`; of a node without operations by '' */
export function describeNode(
  description: INodeTypeDescription,
  version: number,
  schemaOfOperation: (operation: string) => OutputSchema | undefined,
): NodeInterface {
  const isOf = versionFilter(version);
  const properties = propertiesOf(description.properties, isOf);
  const operations = operationsOf(properties);
  const isTrigger = description.group.includes('trigger');
  return {
    shape: {
      inputs: kindsOf(description.inputs),
      outputs: kindsOf(description.outputs),
      ...(description.usableAsTool && { isTool: true as const }),
      ...(isTrigger && { isTrigger: true as const }),
    },
    credentials: Object.fromEntries(
      (description.credentials ?? []).filter(isOf).map((credential, _index, all) => {
        const twin = all.find((one) => one.name === credential.name && one !== credential);
        // One that is needed, and the same where it is not: it is asked for everywhere, and needed not everywhere.
        const [hide, show] = [credential, twin].map((one) => one?.displayOptions ?? {});
        const isEverywhere =
          twin !== undefined &&
          [hide?.hide ?? hide?.show, show?.show ?? show?.hide].every((conditions, _at, [first]) =>
            isDeepStrictEqual(conditions, first),
          );
        if (isEverywhere) return [credential.name, {}];
        return [
          credential.name,
          {
            ...(credential.required && { required: true as const }),
            ...(whereAsked(credential) && { if: whereAsked(credential) }),
          },
        ];
      }),
    ),
    parameters: Object.fromEntries(parametersOf(properties, operations)),
    outputs: Object.fromEntries(
      operations.flatMap((operation) => {
        const schema = schemaOfOperation(operation);
        return schema ? outputsOf(schema, prefixOf(operation)) : [];
      }),
    ),
  };
}

/** A credential's place does not tell for which resources it is, so all its conditions count. */
function whereAsked({ displayOptions }: { displayOptions?: IDisplayOptions }) {
  return displayOptions as Conditions | undefined;
}

/** Asks n8n which of them are of a version. */
function versionFilter(typeVersion: number) {
  return ({ displayOptions = {} }: { displayOptions?: IDisplayOptions }): boolean => {
    const ofVersion = (one: IDisplayOptions['show']) =>
      one?.['@version'] && { '@version': one['@version'] };
    const show = ofVersion(displayOptions.show);
    const hide = ofVersion(displayOptions.hide);
    const displayed = { ...(show && { show }), ...(hide && { hide }) };
    const only = { displayOptions: displayed } as INodeProperties;
    return NodeHelpers.displayParameter({}, only, { typeVersion } as INode, null);
  };
}

/** Those of a version, and of these the options and inner fields of that version. */
function propertiesOf(
  properties: INodeProperties[],
  isOf: ReturnType<typeof versionFilter>,
): INodeProperties[] {
  return properties.filter(isOf).map((property) => {
    const { options } = property;
    if (!options) return property;
    const kept = (options as INodePropertyOptions[]).filter(isOf).map((option) => {
      if ('values' in option) {
        const { values } = option as unknown as INodePropertyCollection;
        return { ...option, values: propertiesOf(values, isOf) };
      }
      return 'type' in option
        ? propertiesOf([option as unknown as INodeProperties], isOf)[0]
        : option;
    });
    return { ...property, options: kept as INodeProperties['options'] };
  });
}

/** As `job/run`, in the order of the menus; '' alone where there are none. */
function operationsOf(properties: INodeProperties[]): string[] {
  const found = menusOf(properties).flatMap(({ displayOptions, options = [] }) =>
    (options as INodePropertyOptions[]).map(
      ({ value }) => `${String(displayOptions?.show?.resource?.[0])}/${String(value)}`,
    ),
  );
  return found.length > 0 ? found : [''];
}

const menusOf = (properties: INodeProperties[]) =>
  properties.filter(({ name }) => name === 'operation');

const prefixOf = (operation: string) => (operation === '' ? '' : `${operation}: `);

function parametersOf(properties: INodeProperties[], operations: string[]) {
  const rest = properties.filter(({ name }) => !['resource', 'operation'].includes(name));
  return [
    ...fieldsOf(properties.filter(({ name }) => name === 'resource')),
    ...menusOf(properties).flatMap((menu) =>
      fieldsOf([menu], `${String(menu.displayOptions?.show?.resource?.[0])}: `),
    ),
    ...operations.flatMap((operation) =>
      fieldsOf(
        rest.filter((property) => isFieldOf(property, operation)),
        prefixOf(operation),
      ),
    ),
  ];
}

function isFieldOf({ displayOptions: { show, hide } = {} }: INodeProperties, of: string): boolean {
  if (of === '') return true;
  const [resource = '', operation = ''] = of.split('/');
  const fits = (name: string, value: string) =>
    (show?.[name]?.includes(value) ?? true) && !hide?.[name]?.includes(value);
  return fits('resource', resource) && fits('operation', operation);
}

function kindsOf(connections: INodeTypeDescription['inputs']): string[] {
  if (typeof connections === 'string') return [connections];
  return connections.map((one) => (typeof one === 'string' ? one : one.type));
}

function schemaOf(folder: string, version: number, operation: string): OutputSchema | undefined {
  const [major, minor = '0'] = String(version).split('.');
  const file = path.join(folder, `v${major}.${minor}.0${operation && `/${operation}`}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as OutputSchema) : undefined;
}
