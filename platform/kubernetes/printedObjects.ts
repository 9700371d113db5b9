import { InvalidInputError } from '../errors/errors';
import { findMore } from '../http/nextPage';
import { withoutByteOrderMark } from '../text/text';
import { fieldsOf } from '../text/values';
import { readNodes, readPods, type ClusterNode, type Pod } from './objects';

/** What somebody printed with kubectl. */
interface PrintedObjects {
  nodes: ClusterNode[];
  /** Empty where only nodes were printed. */
  pods: Pod[];
}

/**
 * Reads what `kubectl get nodes -o json` printed, or `kubectl get nodes,pods -o json`: as text or as a value;
 * a list, one node alone, or an array of nodes.
 * @throws InvalidInputError where no node is in it
 */
export function readPrintedObjects(given: unknown): PrintedObjects {
  const value = typeof given === 'string' ? parse(withoutByteOrderMark(given)) : given;
  const objects = [value].flat().flatMap((one) => {
    const { items, metadata } = fieldsOf(one);
    if (findMore(items && { metadata }, { earlier: 0, here: 0 }))
      throw noNodes('it is one page of several');
    return Array.isArray(items) ? (items as unknown[]) : [one];
  });
  // Entries of a list that came straight from the API server do not name their kind.
  const ofKind = (kind: string) => objects.filter((one) => (fieldsOf(one).kind ?? 'Node') === kind);
  const nodes = readNodes(ofKind('Node'));
  if (nodes.length === 0) throw noNodes('it contains no node');
  return { nodes, pods: readPods(ofKind('Pod')) };
}

function parse(text: string): unknown {
  if (text.trim() === '') throw noNodes('it is empty');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw noNodes('it is not JSON');
  }
}

function noNodes(reason: string): InvalidInputError {
  return new InvalidInputError(
    `"Nodes (JSON)" cannot be read: ${reason}`,
    'Paste the whole output of: kubectl get nodes -o json',
  );
}
