/** Rules that a sequence can break. */
export type Rule =
  /** A change took effect more than once. */
  | 'double'
  /** An item reports something that is not so. */
  | 'falseSuccess'
  /** An item says that it failed, and its change was made. */
  | 'falseFailure'
  /** A failure says that nothing was done, and something was. */
  | 'denial'
  /** An operation that only reads has changed something. */
  | 'read'
  /** An item says that its outcome is not known, and every answer about it came. */
  | 'falseDoubt'
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
  /** An item came out more than once, or not at all. */
  | 'pairing'
  /** Object.prototype was changed. */
  | 'prototype'
  /** The chaos run itself has a fault. */
  | 'harness';

export interface Problem {
  rule: Rule;
  text: string;
}

/** Rules that a machine under load can break as well: they count where a repetition alone breaks them, too. */
export const TIMED_RULES: ReadonlySet<Rule> = new Set(['survived', 'end', 'falseDoubt']);
