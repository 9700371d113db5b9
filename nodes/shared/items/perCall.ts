import type { IExecuteFunctions } from 'n8n-workflow';
import type { OperationCall } from '../operation/operation';

/** What the items of one call of a node share. @param make is called for the first of them */
export function perCall<Call extends OperationCall<unknown>, Shared>(make: (call: Call) => Shared) {
  const known = new WeakMap<IExecuteFunctions, Shared>();
  return (call: Call): Shared => {
    const shared = known.get(call.execution) ?? make(call);
    known.set(call.execution, shared);
    return shared;
  };
}
