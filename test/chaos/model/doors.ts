import type { Problem } from './problem';
import { failureIn, type Finished } from './results';

/** Items that left by the wrong door, or not at all. */
export function doors({ plan, items, result }: Finished): Problem[] {
  const problems: Problem[] = [];
  const report = (text: string) => problems.push({ rule: 'door', text });
  const [outputs = [], errors = []] = result.outputs;
  if (plan.onError === 'stopWorkflow') return [];
  if (result.error) report(`the node threw: ${result.error.message.slice(0, 200)}`);
  const given = new Set(items.map(({ json }) => JSON.stringify(json)));
  for (const output of [...outputs, ...errors]) {
    if (!output.error && given.has(JSON.stringify(output.json)))
      report('an input passed through untouched');
  }
  if (plan.onError === 'continueErrorOutput' && outputs.some((one) => failureIn(one) !== undefined))
    report('a failed item is among those that succeeded');
  return problems.slice(0, 3);
}
