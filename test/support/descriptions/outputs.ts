import { RESOURCES, TRIGGERS } from '../../../nodes/outputs';
import type { OutputFields } from '../../../nodes/shared/operation/output';

/** Returns the fields of successful items. @param key such as `job/get`, or '' for a trigger */
export function getOutputFields(node: string, key: string): OutputFields {
  if (key === '') return TRIGGERS[node] ?? {};
  const [resource, operation] = key.split('/');
  const operations = RESOURCES[node]?.find(({ value }) => value === resource)?.operations;
  return operations?.find(({ value }) => value === operation)?.output ?? {};
}
