import type { IDataObject, INode } from 'n8n-workflow';
import type { StartItem } from '../support/engine/helperNodes';
import { KNOWN_OPERATIONS } from '../operations';
import type { KnownOperation, Try } from '../operations/entry';
import { SECRET } from '../operations/onSandbox';
import type { Route } from './requests';
import type { World } from './world';

type NodeName = 'Projects' | 'Catalog' | 'ConfFiles' | 'Settings';

export interface ChaosOperation {
  /** For example `job.run`. */
  name: string;
  node: NodeName;
  call: Try;
  changes: NonNullable<KnownOperation['changes']>;
  /** Root fields and calls by which it changes something. */
  kinds: readonly string[];
  /** Whether it is idempotent. */
  isRepeatable: boolean;
  /** Whether a part of it may take effect although it fails. The failure names that part. */
  isPartial: boolean;
  itemsPerChange: number;
  /** Kinds of requests to which faults happen. */
  routes: readonly Route[];
}

const ROUTES: Record<NodeName, readonly Route[]> = {
  Projects: ['login', 'introspection', 'query', 'look', 'package'],
  Catalog: ['login', 'introspection', 'probe', 'query'],
  ConfFiles: ['upload', 'delete', 'listing', 'file'],
  Settings: ['login', 'settings', 'cluster'],
};

/** These operations create an entity by its name. */
const NAMED = /\.(?:create|upsert)$/;

export const OPERATIONS: readonly ChaosOperation[] = KNOWN_OPERATIONS.flatMap(
  ({ node, resource, operation, tries, chaos = tries, changes = {}, itemsPerChange = 1 }) =>
    chaos.map((call) => ({
      name: `${resource}.${operation}`,
      node: node as NodeName,
      call,
      changes,
      kinds: Object.keys(changes),
      isRepeatable: Object.values(changes).every((one) => one === 'repeatable'),
      isPartial: Object.keys(changes).length > 1,
      itemsPerChange,
      routes: findRoutes(node as NodeName, operation, changes),
    })),
);

function findRoutes(node: NodeName, operation: string, changes: object): readonly Route[] {
  if (operation.startsWith('run'))
    return ['login', 'introspection', 'look', 'mutation', 'mutation'];
  const isChange = node !== 'ConfFiles' && Object.keys(changes).length > 0;
  return isChange
    ? ['login', 'introspection', 'probe', 'query', 'mutation', 'mutation']
    : ROUTES[node];
}

export interface ChaosItem extends StartItem {
  json: IDataObject;
  /** Text that requests about the item contain. It is empty if there is none. */
  target: string;
}

/** Prepares the sandbox for a call. @param count of items, if the call can have several */
export function prepare(
  { name, call, kinds }: ChaosOperation,
  { sandbox }: World,
  count: number,
): { parameters: INode['parameters']; items: ChaosItem[] } {
  call.before?.(sandbox);
  const { parameters: given, items } = call;
  const isNamed = NAMED.test(name);
  const one = (index: number): IDataObject => {
    if (typeof given === 'function') return withSecret(given(sandbox) as IDataObject);
    return withSecret(isNamed ? numbered(given as IDataObject, index) : (given as IDataObject));
  };
  if (items) {
    const parameters = one(0);
    const findTargetOfItem = ({ json }: StartItem) =>
      parameters.targetPath ? `${String(parameters.targetPath)}/${String(json?.path)}` : '';
    return {
      parameters: parameters as INode['parameters'],
      items: items.map((item) => ({
        ...item,
        json: { ...item.json },
        target: findTargetOfItem(item),
      })),
    };
  }
  const isAlone = kinds.length > 0 && typeof given !== 'function' && !isNamed;
  const all = Array.from({ length: isAlone ? 1 : count }, (_one, index) => one(index));
  const own = all.map((): unknown[] => []);
  const shared = merged(all, own) as INode['parameters'];
  return {
    parameters: shared,
    items: all.map((parameters, index) => ({
      // With these fields, no output looks like an input.
      json: { own: own[index], index, isInput: true } as IDataObject,
      target: findTarget(name, parameters),
    })),
  };
}

function numbered(given: IDataObject, index: number): IDataObject {
  const key = ['name', 'username'].find((one) => one in given);
  return key === undefined ? given : { ...given, [key]: `${String(given[key])}_${index}` };
}

function withSecret(given: IDataObject): IDataObject {
  return 'password' in given ? { ...given, password: SECRET } : given;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

function findTarget(operation: string, given: IDataObject): string {
  const { name, username, filePath, projectId, ...others } = given;
  // The request has only the variable's ID.
  if (operation === 'environmentVariable.delete') return '';
  if (NAMED.test(operation)) return String(name ?? username);
  if (typeof filePath === 'string') return filePath;
  const found = [others, projectId].map((one) => UUID.exec(JSON.stringify(one ?? ''))?.[0]);
  return found.find((one) => one !== undefined) ?? '';
}

/** Merges the parameters of all items. Different values become an expression that reads the item, and are added to `own`. */
function merged(values: readonly unknown[], own: readonly unknown[][]): unknown {
  const [first] = values;
  const texts = values.map((value) => JSON.stringify(value));
  if (texts.every((text) => text === texts[0])) return first;
  if (values.every(isRecord)) {
    return Object.fromEntries(
      Object.keys(first as object).map((key) => [
        key,
        merged(
          values.map((value) => value[key]),
          own,
        ),
      ]),
    );
  }
  const place = own[0]?.length;
  for (const [index, list] of own.entries()) list.push(values[index]);
  return `={{ $json.own[${place}] }}`;
}

function isRecord(value: unknown): value is IDataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
