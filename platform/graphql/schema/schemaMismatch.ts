import { GraphqlResponseError, type GraphqlErrorEntry } from '../../common/errors/errors';

/** Matches the messages of GraphQL servers about a document that does not fit their schema, but not messages about values. */
const MISFIT_MESSAGE =
  /Cannot query field|Unknown (?:argument|type|field argument)|is undefined|(?:does not|doesn['’]t) (?:exist (?:on|in)|accept argument)|(?:is|are) not defined|field not in|not defined for input object type|is required|was not provided|Missing field argument|must (?:not )?have a (?:sub ?)?selection|not allowed on leaf type|required for type|used in position expecting/i;

/** Matches the beginnings of validation messages. Servers validate a document before they execute it, so nothing was done. */
const VALIDATION_MESSAGE =
  /^(?:Cannot query field|Unknown (?:argument|type|fragment|directive)|Field ["'`]|Variable ["'`]?\$|Variable ["'`]\w|Fragment ["'`]|Argument ["'`]|Value ["'`]|Expected (?:value of )?type|Fields ["'`]|Validation error|Query does not pass validation|The (?:argument|field) ["'`])/i;

const VALIDATION_CODE = /GRAPHQL_VALIDATION|ValidationError|KnownArgumentNames/i;

function isValidationError({ message, extensions }: GraphqlErrorEntry): boolean {
  return VALIDATION_CODE.test(String(extensions?.code)) || VALIDATION_MESSAGE.test(message);
}

/** Returns true if the server refused a document because it does not fit the schema. */
export function isSchemaMismatch(error: unknown): error is GraphqlResponseError {
  return (
    error instanceof GraphqlResponseError &&
    error.isRejectedDocument &&
    !error.isTemporary &&
    error.errors.some((entry) => isValidationError(entry) && MISFIT_MESSAGE.test(entry.message))
  );
}
