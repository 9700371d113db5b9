import fc from 'fast-check';
import { PlatformError } from '../../../platform/errors/errors';
import { readGraphqlResponse } from '../../../platform/graphql/send/response';
import { statusError } from '../../../platform/http/statusErrors';
import { excerpt } from '../../../platform/text/text';
import { cases } from '../../support/cases';

const numRuns = Number(process.env.PROPERTY_CASES ?? cases(300));
const SECRET = 'S3cr"et\\token & more';
const URL_OF_PLATFORM = new URL('https://platform.test/graphql');
const ENCODED = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)];

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...ENCODED));
const values = [text, fc.integer(), fc.boolean(), fc.constant(null)];
const value = fc.anything({ values, maxDepth: 4 });
const members = { message: value, path: value, locations: value, extensions: value };
const errors = fc.oneof(value, fc.array(fc.record(members, { requiredKeys: [] })));
const body = fc.oneof(
  text,
  value.map((any) => String(JSON.stringify(any))),
  fc.record({ data: value, errors }, { requiredKeys: [] }).map((any) => JSON.stringify(any)),
);
const answer = fc.record({
  status: fc.integer({ min: 200, max: 599 }),
  headers: fc.dictionary(
    fc.constantFrom('retry-after', 'location', 'content-type', 'date'),
    fc.oneof(text, fc.array(text)),
  ),
  text: body,
});

function expectReadable(error: unknown, { text: given }: { text: string }): void {
  expect(error).toBeInstanceOf(PlatformError);
  if (given.includes('undefined')) return;
  const { message, hint } = error as PlatformError;
  expect(message.length).toBeLessThanOrEqual(1_000);
  expect(hint.length).toBeLessThanOrEqual(8_000);
  const shown = `${message}\n${hint}`;
  for (const form of ENCODED) expect(shown).not.toContain(form);
  expect(shown).not.toMatch(/\[object Object\]|undefined|is not a function/);
}

test.each([
  [
    'a GraphQL response of any form is data or an error for people',
    fc.property(answer, (any) => {
      try {
        expect(typeof readGraphqlResponse(URL_OF_PLATFORM, any, [SECRET])).toBe('object');
      } catch (error) {
        expectReadable(error, any);
      }
    }),
  ],
  [
    'any response with a status that failed makes an error for people',
    fc.property(answer, (any) => expectReadable(statusError(URL_OF_PLATFORM, any, [SECRET]), any)),
  ],
  [
    'an excerpt is one short line without the secret',
    fc.property(fc.array(text), (texts) => {
      const shown = excerpt(texts.join(''), [SECRET]);
      expect(shown.length).toBeLessThanOrEqual(500);
      // eslint-disable-next-line no-control-regex -- they are what must not be there
      expect(shown).not.toMatch(/[\u0000-\u001f\u202e]|\p{Surrogate}/u);
      for (const form of ENCODED) expect(shown).not.toContain(form);
    }),
  ],
])('%s', (_what, property) => {
  fc.assert(property as fc.IProperty<unknown>, { numRuns });
});
