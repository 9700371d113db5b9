/** Rules that a sequence can break. */
export type Rule =
  /** A change took effect more than once. */
  | 'double'
  /** An item reports a success that is false. */
  | 'falseSuccess'
  /** An item failed, but its change was made. */
  | 'falseFailure'
  /** A failure says that nothing was changed, but something was. */
  | 'denial'
  /** An operation that only reads has changed something. */
  | 'read'
  /** An item says that its outcome is not known, although every answer about it came. */
  | 'falseDoubt'
  /** It failed although nodes survive all the faults. */
  | 'survived'
  /** A secret is shown. */
  | 'secret'
  /** A text contains a programmer's words. */
  | 'words'
  /** It did not end. */
  | 'end'
  /** It sent too many requests. */
  | 'requests'
  /** An item was put out more than once, or not at all. */
  | 'pairing'
  /** Object.prototype was changed. */
  | 'prototype'
  /** The harness itself failed. */
  | 'harness';

export interface Problem {
  rule: Rule;
  text: string;
}

/** A busy machine can break these rules, so they count only if a repetition breaks them, too. */
export const TIMED_RULES: ReadonlySet<Rule> = new Set(['survived', 'end', 'falseDoubt']);
