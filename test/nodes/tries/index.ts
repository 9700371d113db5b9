import type { Sandbox } from '../../../sandbox';
import { KNOWN_OPERATIONS } from '../../operations';
import type { OperationTry } from './operationTry';

/** Calls of every operation, in the order of the pages. */
export const TRIES: OperationTry[] = KNOWN_OPERATIONS.flatMap(
  ({ node, resource, operation, tries }) => {
    const name = `${node === 'Projects' ? '' : `${node}: `}${resource}.${operation}`;
    return tries.map(({ of, before, parameters, ...tried }) => ({
      row: of === undefined ? name : `${name} ${of}`,
      node,
      operation: `${resource}/${operation}`,
      parameters: (sandbox: Sandbox) => {
        before?.(sandbox);
        return typeof parameters === 'function' ? parameters(sandbox) : parameters;
      },
      ...tried,
    }));
  },
);
