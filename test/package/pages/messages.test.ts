import { ERROR_CODES } from '../../../platform/common/errors/errors';
import { readTableRows } from '../../support/markdownTable';
import { filesIn, readText } from '../../support/repository';

const SOURCES = filesIn('.', '{platform,nodes}/**/*.ts')
  .map((file) => readText(file))
  .join('\n');

const page = readText('docs/messages.md');

/** A cell may have several messages, separated by a semicolon. */
const MESSAGES = page
  .split(/^## /m)
  .filter((section) => section.includes('| Message '))
  .flatMap((section) => readTableRows(section).slice(2))
  .flatMap(([messages = '']) => messages.split('; '));

test('docs/messages.md has every code, in order', () => {
  const codes = [...page.matchAll(/^\| <a id="[a-z_]+"><\/a>`([A-Z_]+)` /gm)];
  expect(codes.map(([, code]) => code)).toEqual([...ERROR_CODES]);
});

test.each(MESSAGES)('the message of a node: %s', (message) => {
  const parts = message
    .split(/[…":]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
  expect(parts).not.toEqual([]);
  expect(parts.filter((part) => !SOURCES.includes(part))).toEqual([]);
});
