import { InvalidInputError } from '../errors/errors';
import { entriesOf, fieldsOf } from '../text/values';

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
    const { metadata, spec, status } = fieldsOf(item);
    const { name, namespace, labels } = fieldsOf(metadata);
    const containers = entriesOf(fieldsOf(spec).containers).map(fieldsOf);
    return {
      name: String(name ?? ''),
      namespace: String(namespace ?? ''),
      component: String(fieldsOf(labels).component ?? ''),
      phase: String(fieldsOf(status).phase ?? ''),
      containers: containers.map(({ command, args }) =>
        [...entriesOf(command), ...entriesOf(args)].map(String),
      ),
    };
  });
}

function readNode(item: unknown, index: number): ClusterNode {
  const { metadata, spec, status } = fieldsOf(item);
  const { name } = fieldsOf(metadata);
  if (typeof name !== 'string' || !NODE_NAME.test(name)) {
    throw new InvalidInputError(
      `Entry ${index + 1} is not a node of Kubernetes`,
      'It has no valid node name. Paste the output of "kubectl get nodes -o json" without changes.',
    );
  }
  const { taints, unschedulable } = fieldsOf(spec);
  const { capacity, allocatable } = fieldsOf(status);
  const texts = (value: unknown) => readTexts(value, name);
  return {
    name,
    labels: texts(fieldsOf(metadata).labels),
    taints: entriesOf(taints).map((taint) => {
      const { key, value, effect } = fieldsOf(taint);
      return texts({ key, value, effect }) as Record<keyof Taint, string>;
    }),
    resources: { ...texts(allocatable), ...withoutZeros(texts(capacity)) },
    unschedulable: unschedulable === true,
  };
}

/** @throws InvalidInputError where a name or value is none that Kubernetes allows */
function readTexts(value: unknown, node: string): Record<string, string> {
  const entries = Object.entries(fieldsOf(value)).map(([key, text]) => [key, String(text ?? '')]);
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
