import { InvalidInputError } from '../common/errors/errors';
import { excerpt, withoutByteOrderMark } from '../common/text/text';
import { toList, toObject, isObject } from '../common/text/values';

/** The parts of a Kubernetes node that the check needs. */
export interface ClusterNode {
  name: string;
  labels: Record<string, string>;
  taints: Taint[];
  /** Quantities by the name of a resource, such as `nvidia.com/gpu`. */
  resources: Record<string, string>;
  /** True if the node is cordoned. */
  unschedulable: boolean;
}

interface Taint {
  key: string;
  value: string;
  effect: string;
}

export interface Pod {
  name: string;
  namespace: string;
  /** The value of the label `component`. */
  component: string;
  /** For example `Running`. */
  phase: string;
  /** The command and arguments of each container. */
  commands: string[][];
}

export const SYSTEM_NAMESPACE = 'kube-system';

const PASTE_HINT = 'Paste the output of "kubectl get nodes -o json" without changes.';
/** Users run commands that contain these texts, so only characters that Kubernetes allows are accepted. */
const NODE_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const KEY_OR_VALUE = /^(?:[A-Za-z0-9](?:[\w./-]*[A-Za-z0-9])?)?$/;

/** @throws InvalidInputError if an entry is not a valid node */
export function readNodes(items: unknown[]): ClusterNode[] {
  return items.map(readNode);
}

export function readPods(items: unknown[]): Pod[] {
  return items.map((item) => {
    const { metadata, spec, status } = toObject(item);
    const { name, namespace, labels } = toObject(metadata);
    const containers = toList(toObject(spec).containers).map(toObject);
    return {
      name: String(name ?? ''),
      namespace: String(namespace ?? ''),
      component: String(toObject(labels).component ?? ''),
      phase: String(toObject(status).phase ?? ''),
      commands: containers.map(({ command, args }) =>
        [...toList(command), ...toList(args)].map(String),
      ),
    };
  });
}

function readNode(item: unknown, index: number): ClusterNode {
  const { metadata, spec, status } = toObject(item);
  const { name, labels } = toObject(metadata);
  if (typeof name !== 'string' || !NODE_NAME.test(name)) {
    const message = `Entry ${index + 1} is not a Kubernetes node`;
    throw new InvalidInputError(message, `It has no valid node name. ${PASTE_HINT}`);
  }
  const { taints, unschedulable } = toObject(spec);
  const { capacity, allocatable } = toObject(status);
  const readStrings = (value: unknown): Record<string, string> => {
    const entries = Object.entries(toObject(value)).map(([key, text]) => [
      key,
      isObject(text) ? JSON.stringify(text) : String(text ?? ''),
    ]);
    const invalid = entries.flat().find((text) => !KEY_OR_VALUE.test(text));
    if (invalid === undefined) return Object.fromEntries(entries) as Record<string, string>;
    const message = `The node ${name} contains "${excerpt(invalid)}", which Kubernetes does not allow in a label, taint, or resource`;
    throw new InvalidInputError(message, PASTE_HINT);
  };
  const capacities = Object.entries(readStrings(capacity)).filter(
    ([, quantity]) => quantity !== '0',
  );
  return {
    name,
    labels: readStrings(labels),
    taints: toList(taints).map((taint) => {
      const { key, value, effect } = toObject(taint);
      return readStrings({ key, value, effect }) as unknown as Taint;
    }),
    resources: { ...readStrings(allocatable), ...Object.fromEntries(capacities) },
    unschedulable: unschedulable === true,
  };
}

/** Returns the token for the next page of a list; empty after the last page. */
export function readNextPageToken(list: unknown): string {
  return String(toObject(toObject(list).metadata).continue ?? '');
}

interface PrintedObjects {
  nodes: ClusterNode[];
  /** Empty if only nodes were printed. */
  pods: Pod[];
}

/**
 * Reads the output of `kubectl get nodes -o json` or `kubectl get nodes,pods -o json`, as text or as a value: a list, one node,
 * or an array of nodes.
 * @throws InvalidInputError if the output is invalid or contains no node
 */
export function readPrintedObjects(printed: unknown): PrintedObjects {
  const value = typeof printed === 'string' ? parsePrinted(withoutByteOrderMark(printed)) : printed;
  const objects = [value].flat().flatMap((object) => {
    const { items } = toObject(object);
    if (!Array.isArray(items)) return [object];
    if (readNextPageToken(object) !== '')
      throw unreadableNodesError('it is only one page of a longer list');
    return items as unknown[];
  });
  // In a list that comes directly from the API server, entries have no kind.
  const selectKind = (kind: string) =>
    objects.filter((object) => (toObject(object).kind ?? 'Node') === kind);
  const nodes = readNodes(selectKind('Node'));
  if (nodes.length === 0) throw unreadableNodesError('it contains no node');
  return { nodes, pods: readPods(selectKind('Pod')) };
}

function parsePrinted(text: string): unknown {
  if (text.trim() === '') throw unreadableNodesError('it is empty');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unreadableNodesError('it is not JSON');
  }
}

function unreadableNodesError(reason: string): InvalidInputError {
  return new InvalidInputError(
    `"Nodes (JSON)" cannot be read: ${reason}`,
    'Paste the whole output of: kubectl get nodes -o json',
  );
}
