import { GraphqlResponseError, type GraphqlErrorEntry } from '../../common/errors/errors';

/** Matches the messages of GraphQL servers about a document that does not fit their schema, but not about a value in it. */
const MISFIT =
  /Cannot query field|Unknown (?:argument|type|field argument)|is undefined|(?:does not|doesn['’]t) (?:exist (?:on|in)|accept argument)|(?:is|are) not defined|field not in|not defined for input object type|is required|was not provided|Missing field argument|must (?:not )?have a (?:sub ?)?selection|not allowed on leaf type|required for type|used in position expecting/i;

/** Matches the beginnings of validation messages. Validation comes before execution, so nothing was done. */
const VALIDATION =
  /^(?:Cannot query field|Unknown (?:argument|type|fragment|directive)|Field ["'`]|Variable ["'`]?\$|Variable ["'`]\w|Fragment ["'`]|Argument ["'`]|Value ["'`]|Expected (?:value of )?type|Fields ["'`]|Validation error|Query does not pass validation|The (?:argument|field) ["'`])/i;

const CODE = /GRAPHQL_VALIDATION|ValidationError|KnownArgumentNames/i;

function isValidationError({ message, extensions }: GraphqlErrorEntry): boolean {
  return CODE.test(String(extensions?.code)) || VALIDATION.test(message);
}

export function isSchemaMismatch(error: unknown): error is GraphqlResponseError {
  return (
    error instanceof GraphqlResponseError &&
    error.isRejectedDocument &&
    !error.isTemporary &&
    error.errors.some((entry) => isValidationError(entry) && MISFIT.test(entry.message))
  );
}
