export type Kind = 'editor' | 'message' | 'page';

/** A word that readers stumble over, and what to write. Without `in`, it counts in every text that a user reads. */
export interface WordRule {
  readonly not: RegExp;
  readonly write: string;
  readonly in?: readonly Kind[];
}

const IN_N8N: readonly Kind[] = ['editor', 'message'];

export const WORD_RULES: readonly WordRule[] = [
  // Old-fashioned or roundabout.
  { not: /\banew\b/i, write: 'again, or "a new one"' },
  { not: /\bbesides\b/i, write: '"other" or "additional"' },
  { not: /\bby itself\b/i, write: 'automatically' },
  { not: /\bcomes? to (?:an answer|an end)\b/i, write: '"finish" or "end"' },
  { not: /\bfrom look to look\b/i, write: 'between two checks' },
  { not: /\bin the place of\b/i, write: 'instead of' },
  { not: /\bis (?:of|with) no use\b/i, write: 'does not help' },
  { not: /\bmend(?:s|ed)?\b/i, write: 'fix' },
  { not: /\bno such\b/i, write: '"does not exist" or "not found"' },
  { not: /\bputs? out\b/i, write: 'return' },
  { not: /\bshall\b/i, write: '"must", or the plain verb' },
  { not: /\bso many (?:days|hours|minutes|times)\b/i, write: 'a number of' },
  { not: /\bsomebody\b/i, write: 'someone' },
  { not: /\bthe makers of\b/i, write: 'the maintainers of' },
  { not: /\bwhich (?:it|they) cannot (?:be|have)\b/i, write: '"X" cannot be "Y"' },
  { not: /\bwhoever runs\b/i, write: 'the administrator of' },
  { not: /\b(?:is|are|was|were) told\b/i, write: '"returned", "reported" or "shown"' },
  // One word for one thing.
  { not: /(?<!questions and )\banswers?\b/i, write: 'response (verb: respond, return)' },
  { not: /\bsyntax mistake/i, write: 'syntax error' },
  { not: /\b(?:root|top) of the mount\b/i, write: 'top folder' },
  { not: /\btyping mistake/i, write: 'typo' },
  { not: /\b(?:un)?answer(?:ed|ing)\b/i, write: 'respond, return', in: IN_N8N },
  // n8n's own words.
  { not: /\bleave it empty\b/i, write: 'Leave empty', in: IN_N8N },
  { not: /\b(?:none|nothing) (?:chosen|added):/i, write: 'If none is chosen, …', in: IN_N8N },
  { not: /\bin a row\b/i, write: 'one after the other', in: ['editor'] },
  { not: /\b(?:to work with|to work in)\b/i, write: 'to use', in: ['editor'] },
  { not: /\bthings?\b/i, write: 'the thing’s name', in: IN_N8N },
  { not: /\bunder way\b/i, write: 'running', in: ['editor'] },
  {
    not: /^(?:List|Make|Change|Tell|Read(?! Files)) /,
    write: 'Get, Create, Update, Return',
    in: ['editor'],
  },
  // American.
  { not: /\b(?:after|to)wards\b/i, write: 'afterward, toward', in: IN_N8N },
  { not: /\b[Cc]ancelled\b/, write: 'canceled' },
  { not: /\b(?:colour|behaviour|favour|licence|centre)s?\b/i, write: 'the American spelling' },
  { not: /\b(?:organis|recognis|summaris|initialis)/i, write: 'the American spelling' },
];

/** Words of a text in the editor at most: a tooltip is no page. */
export const MAX_EDITOR_WORDS = 34;

/** Words of a sentence at most; a page may explain more at once than a field. */
export const MAX_WORDS: Readonly<Record<Kind, number>> = { editor: 25, message: 25, page: 30 };
