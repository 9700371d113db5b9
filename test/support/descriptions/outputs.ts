import { RESOURCES, TRIGGERS } from '../../../nodes/outputs';
import type { OutputFields } from '../../../nodes/shared/operation/output';

/** Returns the fields of an operation's items that did not fail; of a trigger's if `key` is ''. @param key as `job/get` */
export function outputOf(node: string, key: string): OutputFields {
  if (key === '') return TRIGGERS[node] ?? {};
  const [resource, operation] = key.split('/');
  const operations = RESOURCES[node]?.find(({ value }) => value === resource)?.operations;
  return operations?.find(({ value }) => value === operation)?.output ?? {};
}
