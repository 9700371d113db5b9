/** What a sequence can break. */
export const RULES = {
  double: 'A change took effect more than once',
  falseSuccess: 'An item reports something that is not so',
  falseFailure: 'An item says that it failed, and its change was made',
  denial: 'A failure says that nothing was done, and something was',
  read: 'What only reads has changed something',
  door: 'An item left by the wrong door',
  falseDoubt: 'An item says that its outcome is not known, and every answer about it came',
  unnamed: 'The node failed without a word about runs that it had started',
  survived: 'It failed at something that is survived',
  secret: 'A secret is shown',
  words: 'A text that no user should read',
  end: 'It came to no end',
  requests: 'It sent requests without an end',
  cancel: 'It went on after the cancel',
  pairing: 'Items are not paired, missing or out of order',
  prototype: 'Object.prototype was changed',
  events: 'A trigger told events twice, not at all, or some that were none',
  harness: 'The chaos run itself has a fault',
} as const;

export type Rule = keyof typeof RULES;

export interface Problem {
  rule: Rule;
  text: string;
}

/** Rules that a machine under load can break as well: they count where a repetition alone breaks them, too. */
export const TIMED_RULES: ReadonlySet<Rule> = new Set([
  'survived',
  'end',
  'cancel',
  'events',
  'falseDoubt',
]);
