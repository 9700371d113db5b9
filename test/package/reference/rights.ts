import { rightsOf } from '../../../schemas/rights';

const RIGHTS_PAGE = '../rights.md';

/** What an operation needs to be allowed, in lines. */
export function rightsText(node: string, operation: string): string {
  const link = `[All rights](${RIGHTS_PAGE})`;
  const rights = rightsOf(node, operation);
  if (rights.length === 0) {
    return `**Rights.** None: nothing is asked of the platform. ${link}.`;
  }
  const told = rights.map(({ to, usually, when }) => {
    const condition = when === undefined ? '' : `, ${when}`;
    return `${to}${condition} (usually: ${usually})`;
  });
  if (told.length === 1) return `**Rights.** To ${told[0]}. ${link}.`;
  return [`**Rights.** ${link}.`, told.map((one) => `- To ${one}.`).join('\n')].join('\n\n');
}
