import {
  GraphQLError,
  Kind,
  Lexer,
  parse,
  Source,
  TokenKind,
  type DocumentNode,
  type SelectionNode,
} from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { MAX_LEVELS, nestedTooDeeplyError } from '../../common/input/plainJson';
import { excerpt } from '../../common/text/text';

/**
 * Parses GraphQL that a user wrote.
 * @param what the name of the text in messages, such as "query"
 * @throws InvalidInputError with line and column of a syntax error
 */
export function parseText(text: string, what: string): DocumentNode {
  try {
    requireFewLevels(text, what);
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new InvalidInputError(
      `The ${what} has a syntax error${locationText(error)}`,
      `${syntaxProblem(error)} Nothing was sent.`,
    );
  }
}

/** @param text with or without its outer braces */
export function parseSelectionSet(text: string): readonly SelectionNode[] {
  const trimmed = text.trim();
  if (trimmed === '') {
    throw new InvalidInputError(
      'The selection is empty',
      'Enter field names, for example: id name',
    );
  }
  const braced = trimmed.startsWith('{') ? trimmed : `{ ${trimmed} }`;
  const [definition, ...others] = parseText(braced, 'selection').definitions;
  if (others.length > 0 || definition?.kind !== Kind.OPERATION_DEFINITION) {
    throw new InvalidInputError(
      'The selection contains more than a selection set',
      'Enter only the part between the braces, for example: id name technology { id }',
    );
  }
  return definition.selectionSet.selections;
}

/** Returns ` at line 3, column 1`. */
export function locationText({ locations = [] }: GraphQLError): string {
  const [location] = locations;
  return location ? ` at line ${location.line}, column ${location.column}` : '';
}

const LEVEL_CHANGES: ReadonlyMap<TokenKind, number> = new Map([
  [TokenKind.BRACE_L, 1],
  [TokenKind.BRACKET_L, 1],
  [TokenKind.PAREN_L, 1],
  [TokenKind.BRACE_R, -1],
  [TokenKind.BRACKET_R, -1],
  [TokenKind.PAREN_R, -1],
]);

/** The parser and the readers of its result are recursive. */
function requireFewLevels(text: string, what: string): void {
  const lexer = new Lexer(new Source(text));
  let levels = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; kind = lexer.advance().kind) {
    levels += LEVEL_CHANGES.get(kind) ?? 0;
    if (levels > MAX_LEVELS) throw nestedTooDeeplyError(`The ${what}`);
  }
}

/** n8n would show `<EOF>` as an HTML tag. */
function syntaxProblem({ message }: GraphQLError): string {
  return message.replace(/^Syntax Error: /, '').replace('<EOF>', 'the end');
}

const MAX_SHOWN = 15;

/** Returns one problem per line. If there are many, the last line has the number of the others. */
export function problemLines(problems: readonly string[], secrets: readonly string[] = []): string {
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => excerpt(problem, secrets));
  const others = problems.length - shown.length;
  return [...shown, ...(others > 0 ? [`… and ${others} more`] : [])].join('\n');
}
