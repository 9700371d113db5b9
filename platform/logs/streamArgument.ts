import { getNamedType, isEnumType, type GraphQLArgument } from 'graphql';
import { InvalidInputError } from '../errors/errors';
import { EnumName, type LiteralValue } from '../graphql/document/document';
import { excerpt } from '../text/text';

/** Every stream that the live schema names; none where it does not. */
export function streamsOf({ type }: GraphQLArgument): string[] {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}

/** A stream as this argument takes it. @throws InvalidInputError where the platform has no such stream */
export function streamValue(argument: GraphQLArgument, stream: string): LiteralValue {
  const known = streamsOf(argument);
  if (known.length === 0) return stream;
  if (known.includes(stream)) return new EnumName(stream);
  throw new InvalidInputError(
    `The platform has no log stream named "${excerpt(stream)}"`,
    `It has: ${known.join(', ')}.`,
  );
}
