import { InvalidInputError } from '../errors/errors';
import { isObject } from '../text/values';

/** Of a Kubernetes node: what its readiness for the platform depends on. */
export interface ClusterNode {
  name: string;
  labels: Record<string, string>;
  taints: Taint[];
  /** Quantities by the name of the resource, as `nvidia.com/gpu`: what it has or offers. */
  resources: Record<string, string>;
  /** Cordoned: no new pod is put on it. */
  unschedulable: boolean;
}

interface Taint {
  key: string;
  value: string;
  effect: string;
}

/** Of a Kubernetes pod: what it is, and how its containers are started. */
export interface Pod {
  name: string;
  namespace: string;
  /** What its label `component` says. */
  component: string;
  /** As `Running`. */
  phase: string;
  /** Command and arguments of each container. */
  containers: string[][];
}

/** Where the cluster's own parts run. */
export const SYSTEM_NAMESPACE = 'kube-system';

/** As Kubernetes has them. They become part of commands that people run, so nothing else may pass. */
const NODE_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const KEY_OR_VALUE = /^(?:[A-Za-z0-9](?:[\w./-]*[A-Za-z0-9])?)?$/;

/** @throws InvalidInputError for what cannot be a node */
export function readNodes(items: unknown[]): ClusterNode[] {
  return items.map(readNode);
}

export function readPods(items: unknown[]): Pod[] {
  return items.map((item) => {
    const { metadata, spec, status } = asObject(item);
    const { name, namespace, labels } = asObject(metadata);
    const containers = asList(asObject(spec).containers).map(asObject);
    return {
      name: String(name ?? ''),
      namespace: String(namespace ?? ''),
      component: String(asObject(labels).component ?? ''),
      phase: String(asObject(status).phase ?? ''),
      containers: containers.map(({ command, args }) =>
        [...asList(command), ...asList(args)].map(String),
      ),
    };
  });
}

function readNode(item: unknown, index: number): ClusterNode {
  const { metadata, spec, status } = asObject(item);
  const { name } = asObject(metadata);
  if (typeof name !== 'string' || !NODE_NAME.test(name)) {
    throw new InvalidInputError(
      `Entry ${index + 1} is not a node of Kubernetes`,
      'It has no valid node name. Paste the output of "kubectl get nodes -o json" without changes.',
    );
  }
  const { taints, unschedulable } = asObject(spec);
  const { capacity, allocatable } = asObject(status);
  const texts = (value: unknown) => readTexts(value, name);
  return {
    name,
    labels: texts(asObject(metadata).labels),
    taints: asList(taints).map((taint) => {
      const { key, value, effect } = asObject(taint);
      return texts({ key, value, effect }) as Record<keyof Taint, string>;
    }),
    resources: { ...texts(allocatable), ...withoutZeros(texts(capacity)) },
    unschedulable: unschedulable === true,
  };
}

/** @throws InvalidInputError where a name or value is none that Kubernetes allows */
function readTexts(value: unknown, node: string): Record<string, string> {
  const entries = Object.entries(asObject(value)).map(([key, text]) => [key, String(text ?? '')]);
  const odd = entries.flat().find((text) => !KEY_OR_VALUE.test(text));
  if (odd === undefined) return Object.fromEntries(entries) as Record<string, string>;
  throw new InvalidInputError(
    `The node ${node} contains "${odd}", which Kubernetes does not allow in a label, taint, or resource`,
    'Paste the output of "kubectl get nodes -o json" without changes.',
  );
}

function withoutZeros(quantities: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(quantities).filter(([, text]) => text !== '0'));
}

export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
