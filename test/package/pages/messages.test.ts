import { ERROR_CODES } from '../../../platform/errors/errors';
import { filesIn, readText } from '../../support/repository';

/** All source text of what is published; what stands between `${` and `}` may be anything. */
const SOURCES = filesIn('.', '{platform,nodes}/**/*.ts')
  .map((file) => readText(file))
  .join('\n');

const page = readText('docs/messages.md');
const sections = page.split(/^## /m).slice(1);

/** The rows of tables: a problem with its anchor, and the message. */
const inTables = sections.flatMap((body) =>
  [...body.matchAll(/^\| (?:<a id="([^"]+)"><\/a>)?.+? +\| (.+?) +\| .+ \|$/gm)].slice(2),
);
/** Values that cannot be used: what to do is in the message itself, so its heading is its anchor. */
const listed = sections.flatMap((body) =>
  body
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => [...part.matchAll(/^- (.+)$/gm)]),
);
const messages = [
  ...inTables.map(([, , message = '']) => message),
  ...listed.map(([, message = '']) => message),
];
const twice = (names: unknown[]) => names.filter((name, at) => names.indexOf(name) !== at);

test('docs/messages.md has every message in one place, with an anchor of its own or of its list', () => {
  expect(messages.length).toBeGreaterThan(200);
  expect(sections.length).toBeGreaterThan(12);
  expect(twice(messages)).toEqual([]);
  expect(inTables.filter(([, anchor]) => !anchor).map(([, , message]) => message)).toEqual([]);
  const anchors = [...page.matchAll(/<a id="([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.length).toBeGreaterThan(150);
  expect(twice(anchors)).toEqual([]);
});

test.each(ERROR_CODES)('the code %s says which messages have it, or what to read', (code) => {
  const [, codes = ''] = page.split('## Codes of failures');
  const [, about = ''] = codes.split(`| <a id="${code.toLowerCase()}"></a>\`${code}\` `);
  expect(about.split('\n')[0]).toMatch(/\]\([\w.-]*#?[\w-]+\)/);
});

test.each(messages)('the message of a node: %s', (message) => {
  const parts = message
    .replace(/\(its own words\)/, '')
    .split(/[…":]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
  expect(parts.filter((part) => !SOURCES.includes(part))).toEqual([]);
});
