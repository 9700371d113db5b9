import { GraphqlResponseError } from '../../../../platform/common/errors/errors';
import { isSchemaMismatch } from '../../../../platform/graphql/schema/schemaMismatch';

const failed = (message: string) =>
  new GraphqlResponseError(message, { hint: '' }, [{ message }], undefined);

/** As each server says that a document does not fit its schema. */
const REFUSALS = {
  'graphql-js': [
    'Cannot query field "alias" on type "Job". Did you mean "name"?',
    'Unknown argument "jobId" on field "Mutation.deleteJob".',
    'Field "deleteJob" argument "id" of type "UUID!" is required, but it was not provided.',
    'Variable "$jobVersion" got invalid value { commandLine: "x" }; Field "resources" of required type "JobResourcesInput!" was not provided.',
    'Field "sourceUrl" is not defined by type "JobVersionInput".',
  ],
  'graphql-core': ["Cannot query field 'alias' on type 'Job'."],
  Sangria: [
    "Query does not pass validation. Violations: Cannot query field 'alias' on type 'Job'. (line 1, column 3)",
  ],
  'graphql-java': [
    "Validation error (FieldUndefined@[job/alias]) : Field 'alias' in type 'Job' is undefined",
    "Validation error (UnknownArgument@[deleteJob]) : Unknown field argument 'jobId'",
    "Validation error (MissingFieldArgument@[deleteJob]) : Missing field argument 'id'",
  ],
  'Hot Chocolate': ['The field `alias` does not exist on the type `Job`.'],
  'graphql-ruby': ["Field 'alias' doesn't exist on type 'Job'"],
};

test.each(Object.values(REFUSALS).flat())('a document does not fit the schema: %s', (message) => {
  expect(isSchemaMismatch(failed(message))).toBe(true);
});

test.each([
  'The job does not exist',
  'Unknown job',
  'Cannot query the database',
  'not found',
  'Variable "$id" got invalid value "x"; Expected type "UUID".',
  'Expected value of type "UUID!", found "x".',
])('nothing of the schema is said by: %s', (message) => {
  expect(isSchemaMismatch(failed(message))).toBe(false);
});
