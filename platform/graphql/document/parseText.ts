import { GraphQLError, Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql';
import { InvalidInputError } from '../../errors/errors';
import { MAX_LEVELS, tooManyLevels } from '../../input/plainJson';
import { excerpt } from '../../text/text';

const OPENING: ReadonlySet<string> = new Set([
  TokenKind.BRACE_L,
  TokenKind.BRACKET_L,
  TokenKind.PAREN_L,
]);
const CLOSING: ReadonlySet<string> = new Set([
  TokenKind.BRACE_R,
  TokenKind.BRACKET_R,
  TokenKind.PAREN_R,
]);

/**
 * Parses GraphQL that a user wrote.
 * @param what as "query"
 * @throws InvalidInputError with line and column of a syntax error
 */
export function parseText(text: string, what: string): DocumentNode {
  try {
    requireFewBrackets(text, what);
    return parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new InvalidInputError(
      `The ${what} has a syntax error${locationText(error)}`,
      `${syntaxProblem(error)} Nothing was sent.`,
    );
  }
}

/** ` at line 3, column 1` */
export function locationText({
  locations,
}: {
  locations?: readonly { line: number; column: number }[];
}): string {
  const [location] = locations ?? [];
  return location ? ` at line ${location.line}, column ${location.column}` : '';
}

/** The parser calls itself for each level, and so does everything that reads what it gives. */
function requireFewBrackets(text: string, what: string): void {
  const lexer = new Lexer(new Source(text));
  let levels = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; kind = lexer.advance().kind) {
    if (OPENING.has(kind)) levels++;
    else if (CLOSING.has(kind)) levels--;
    if (levels > MAX_LEVELS) throw tooManyLevels(`The ${what}`);
  }
}

/** The parser's words, without the angle brackets that n8n would take for a tag of HTML. */
function syntaxProblem({ message }: GraphQLError): string {
  return message.replace(/^Syntax Error: /, '').replace('<EOF>', 'the end');
}

const MAX_SHOWN = 15;

/** What is wrong with something, a line each; the first of them if there are many. */
export function problemLines(problems: readonly string[], secrets: readonly string[] = []): string {
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => excerpt(problem, secrets));
  const others = problems.length - shown.length;
  return [...shown, ...(others > 0 ? [`… and ${others} more`] : [])].join('\n');
}
