import type { Example } from './example';

/** What was asked of the platform: an administrator allows it, and a refusal names it. */
export function requestText({ requests }: Example): string {
  const names = requests.map((request) => `\`${request}\``).join(', ');
  return names === '' ? '' : `**Requests** of the example below: ${names}.`;
}
