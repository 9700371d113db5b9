import { PackageDirectoryLoader } from 'n8n-core';
import {
  NodeHelpers,
  type ICredentialType,
  type IDataObject,
  type INodeType,
  type INodeTypes,
  type IVersionedNodeType,
} from 'n8n-workflow';
import { PACKAGE_FOLDER } from '../packedPackage';
import { helperNodes } from './helperNodes';

const PACKAGE_NAME = 'n8n-nodes-data-platform';

export interface LoadedPackage {
  nodeTypes: INodeTypes;
  credentialType: (name: string) => ICredentialType;
}

let loaded: Promise<LoadedPackage> | undefined;
const otherNodes = new Map<string, INodeType | IVersionedNodeType>(Object.entries(helperNodes));
const otherCredentials = new Map<string, ICredentialType>();

export function addNode(type: string, node: INodeType | IVersionedNodeType): void {
  otherNodes.set(type, node);
}

export function addCredentialType(name: string, type: ICredentialType): void {
  otherCredentials.set(name, type);
}

/** Loads the package as n8n does, once per test file. */
export async function loadPackage(): Promise<LoadedPackage> {
  loaded ??= load();
  return await loaded;
}

async function load(): Promise<LoadedPackage> {
  const loader = new PackageDirectoryLoader(PACKAGE_FOLDER);
  await loader.loadAll();
  const findNode = (type: string): INodeType | IVersionedNodeType => {
    const other = otherNodes.get(type);
    if (other) return other;
    const name = type.replace(`${PACKAGE_NAME}.`, '');
    const node =
      loader.nodeTypes[name]?.type ?? createToolType(loader.nodeTypes[name.slice(0, -4)]?.type);
    if (!node) throw new Error(`The package has no node ${type}`);
    return node;
  };
  return {
    nodeTypes: {
      getByName: findNode,
      getByNameAndVersion: (type, version) =>
        NodeHelpers.getVersionedNodeType(findNode(type), version),
      getKnownTypes: () => ({}) as IDataObject,
    },
    credentialType(name) {
      const other = otherCredentials.get(name);
      if (other) return other;
      const entry = loader.credentialTypes[name];
      if (!entry) throw new Error(`The package has no credential ${name}`);
      return entry.type;
    },
  };
}

/** Creates the second node type that n8n derives from a node that agents can use as a tool. */
function createToolType(node?: INodeType | IVersionedNodeType): INodeType | undefined {
  if (!node) return undefined;
  const description = { ...node.description, name: `${node.description.name}Tool` };
  return Object.assign(Object.create(node) as INodeType, { description });
}
