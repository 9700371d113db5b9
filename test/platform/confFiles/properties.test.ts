import fc from 'fast-check';
import { PlatformError } from '../../../platform/errors/errors';
import { changesSince, readSnapshot } from '../../../platform/confFiles/watch/changes';
import { readListing } from '../../../platform/confFiles/listing/listing';
import {
  encodePath,
  isPath,
  readFilePath,
  readFolderPath,
} from '../../../platform/confFiles/paths';
import { isConfirmation, confFileRefusal, unconfirmed } from '../../../platform/confFiles/refusals';
import { sendableMimeType, specificMimeType } from '../../../platform/content/mimeType';

const numRuns = Number(process.env.PROPERTY_CASES ?? 300);
const TOKEN = 'token-"with\\quotes';

/** What a person may be shown: bounded, without the token, and a PlatformError. */
function expectForPeople(error: unknown): void {
  expect(error).toBeInstanceOf(PlatformError);
  const { message, hint } = error as PlatformError;
  expect(message.length + hint.length).toBeLessThan(3000);
  expect(message + hint).not.toContain(TOKEN);
  expect(message + hint).not.toMatch(
    /\[object |is not a function|URI malformed|Invalid time value|call stack/,
  );
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('/', '.', '%', '\\', 'a', '\u0000', '\ud800', '\n', '"') }),
  fc.constantFrom('..', '.', '', '/', '__proto__', 'constructor', TOKEN),
);
const anyTime = fc.oneof(
  fc.double(),
  fc.maxSafeNat(),
  anyText,
  fc.date().map(String),
  fc.jsonValue(),
);
const entry = fc.oneof(
  anyText,
  fc.record(
    {
      name: fc.oneof(anyText, fc.jsonValue()),
      path: fc.oneof(anyText, fc.jsonValue()),
      type: fc.constantFrom('file', 'directory', 'FILE', 7, null),
      isDirectory: fc.constantFrom(true, false, 'yes', null),
      size: fc.oneof(fc.double(), fc.integer(), anyText, fc.jsonValue()),
      lastModified: anyTime,
      mtime: anyTime,
      children: fc.oneof(fc.array(anyText), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
);
const body = fc.oneof(
  fc.array(entry).map((list) => JSON.stringify(list)),
  fc.array(entry).map((files) => JSON.stringify({ files })),
  fc.json(),
  anyText,
);

test('a listing of any form is read or refused, for people', () => {
  fc.assert(
    fc.property(body, fc.constantFrom('/', '/top', '/top/a b'), (text, folder) => {
      try {
        for (const { path, name, size = 0, modifiedAt = '2000' } of readListing(text, folder, {
          secrets: [TOKEN],
        })) {
          expect(isPath(path)).toBe(true);
          expect(path.endsWith(`/${name}`)).toBe(true);
          expect(() => encodePath(path)).not.toThrow();
          expect(Number.isSafeInteger(size)).toBe(true);
          expect(Number.isNaN(Date.parse(modifiedAt))).toBe(false);
        }
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        expectForPeople(error);
      }
    }),
    { numRuns },
  );
});

test.each([readFilePath, readFolderPath])('any path is sent as it is or refused (%p)', (read) => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.jsonValue()), (given) => {
      try {
        const path = read(given);
        const { pathname } = new URL(`http://host/conf/customer/1${encodePath(path)}`);
        const sent = pathname.slice('/conf/customer/1'.length).split('/').map(decodeURIComponent);
        expect(sent.join('/')).toBe(path);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        const { message, hint } = error;
        expect(message.length + hint.length).toBeLessThan(3000);
      }
    }),
    { numRuns },
  );
});

test('any response that refuses is reported to people, without the token', () => {
  const url = new URL('http://host/conf');
  const answer = fc.record({
    status: fc.integer({ min: 300, max: 599 }),
    headers: fc.record({ 'content-type': anyText, location: anyText, 'retry-after': anyText }),
    text: fc.oneof(
      body,
      anyText.map((said) => `<html><title>${said}${TOKEN}</title>`),
      anyText.map((said) => JSON.stringify({ message: `${said}${TOKEN}` })),
    ),
  });
  fc.assert(
    fc.property(answer, anyText, (given, path) => {
      expectForPeople(confFileRefusal(url, given, `upload ${path}`, [TOKEN]));
      if (!isConfirmation(given)) expectForPeople(unconfirmed(url, given, 'upload /a', [TOKEN]));
    }),
    { numRuns },
  );
});

test('any MIME type becomes one that a header can carry', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.constant('text/plain; charset=utf-8\r\nx: y')), (given) => {
      expect(sendableMimeType(given)).toMatch(/^[\x20-\x7e]{3,2000}$/);
      expect(specificMimeType(given) ?? 'a/b').toMatch(/^[\x21-\x7e]{3,201}$/);
    }),
    { numRuns },
  );
  expect(sendableMimeType('text/plain; charset=utf-8')).toBe('text/plain; charset=utf-8');
});

test('any stored state is a snapshot or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(anyText, anyText)), (stored) => {
      const snapshot = readSnapshot(stored);
      if (snapshot) expect(() => changesSince(snapshot, [])).not.toThrow();
    }),
    { numRuns },
  );
  const good = { '/a': '1@2', '/b': '?', '/c': `3#${'a'.repeat(43)}` };
  expect(readSnapshot(good)).toEqual(good);
  expect(readSnapshot({ ...good, '/d': 7 })).toBeUndefined();
});
