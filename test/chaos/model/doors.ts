import type { Problem } from './problem';
import { failureIn, type Finished, type ItemResult } from './results';

/** Items that left by the wrong door, or not at all. */
export function doors(finished: Finished, results: readonly ItemResult[]): Problem[] {
  const { plan, items, result } = finished;
  const problems: Problem[] = [];
  const report = (text: string) => problems.push({ rule: 'door', text });
  const [outputs = [], errors = []] = result.outputs;
  if (plan.onError === 'stopWorkflow') {
    if (plan.outage && isWhole(finished) && !result.error) report('nothing failed in the outage');
    return problems;
  }
  if (result.error) report(`the node threw: ${result.error.message.slice(0, 200)}`);
  const given = new Set(items.map(({ json }) => JSON.stringify(json)));
  for (const output of [...outputs, ...errors]) {
    if (!output.error && given.has(JSON.stringify(output.json)))
      report('an input passed through untouched');
  }
  if (plan.onError === 'continueErrorOutput' && outputs.some((one) => failureIn(one) !== undefined))
    report('a failed item is among those that succeeded');
  if (plan.outage && isWhole(finished)) {
    for (const { index, failure } of results)
      if (failure === undefined) report(`item ${index} did not fail in the outage`);
  }
  return problems.slice(0, 3);
}

/** Whether nothing at all can be done in the outage. */
function isWhole({ plan: { outage }, platform, operation }: Finished): boolean {
  if (outage === 'introspectionOff' || operation.isWithoutLogin) return false;
  if (outage === 'unusableCredential' || outage === 'nothingListening') return true;
  // What is read from a local address needs no login, and a page may be somebody's file.
  if (operation.node === 'ConfFiles' && outage !== 'serviceDown') return false;
  return platform.happened.length > 0;
}
