/** What a sequence can break. */
export type Rule =
  /** A change took effect more than once. */
  | 'double'
  /** An item reports something that is not so. */
  | 'falseSuccess'
  /** An item says that it failed, and its change was made. */
  | 'falseFailure'
  /** A change was made although another item is refused, or that item was not. */
  | 'refusal'
  /** A failure says that nothing was done, and something was. */
  | 'denial'
  /** What only reads has changed something. */
  | 'read'
  /** An item left by the wrong door. */
  | 'door'
  /** An item says that its outcome is not known, and every answer about it came. */
  | 'falseDoubt'
  /** The node failed without a word about runs that it had started. */
  | 'unnamed'
  /** It failed at something that is survived. */
  | 'survived'
  /** A secret is shown. */
  | 'secret'
  /** A text that no user should read. */
  | 'words'
  /** It came to no end. */
  | 'end'
  /** It sent requests without an end. */
  | 'requests'
  /** It went on after the cancel. */
  | 'cancel'
  /** Items are not paired, missing or out of order. */
  | 'pairing'
  /** Object.prototype was changed. */
  | 'prototype'
  /** A trigger told events twice, not at all, or some that were none. */
  | 'events'
  /** The chaos run itself has a fault. */
  | 'harness';

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
