import { OUTPUTS } from '../../../schemas/files';

/** The names of what is put out; what a GraphQL operation returns is known to the platform only. */
export function outputNames(node: string, operation: string): string {
  const names = Object.keys(OUTPUTS[node]?.[operation] ?? {}).map((name) => `\`${name}\``);
  return names.length > 0 ? `**Output.** ${names.join(', ')}` : '';
}
