import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_CODES } from '../../../platform/errors/errors';
import { toldMessages } from './messagesPage';

const ROOT = path.resolve(__dirname, '..', '..', '..');

/** All source text of what is published; what stands between `${` and `}` may be anything. */
const SOURCES = ['platform', 'nodes']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8')),
  )
  .join('\n');

const told = toldMessages();
const messages = told.map(({ message }) => message);

test('docs/messages.md holds messages in sections', () => {
  expect(messages.length).toBeGreaterThan(200);
  expect(new Set(told.map(({ section }) => section)).size).toBeGreaterThan(12);
});

test('every message stands in one place, with an anchor of its own or of its list', () => {
  expect(messages.filter((message, at) => messages.indexOf(message) !== at)).toEqual([]);
  expect(told.filter(({ anchor }) => !anchor).map(({ message }) => message)).toEqual([]);
});

test('no anchor is set twice', () => {
  const page = readFileSync(path.join(ROOT, 'docs/messages.md'), 'utf8');
  const anchors = [...page.matchAll(/<a id="([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.length).toBeGreaterThan(150);
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
});

test('every code says which messages have it, or what to read', () => {
  const page = readFileSync(path.join(ROOT, 'docs/messages.md'), 'utf8');
  const [, codes = ''] = page.split('## Codes of failures');
  for (const code of ERROR_CODES) {
    const [, about = ''] = codes.split(`| <a id="${code.toLowerCase()}"></a>\`${code}\` `);
    expect(about.split('\n')[0]).toMatch(/\]\([\w.-]*#?[\w-]+\)/);
  }
});

test.each(messages)('the message of a node: %s', (message) => {
  const parts = message
    .replace(/\(its own words\)/, '')
    .split(/[…":]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
  expect(parts.filter((part) => !SOURCES.includes(part))).toEqual([]);
});

/** What no user sees: n8n or a caller of ours catches it, or it is a mistake of ours. */
const INTERNAL = ['This call takes no files', 'The rest of the response is not needed'];

/** The messages that errors are made with; `…` stands for what may be anything. */
const said = [
  ...SOURCES.matchAll(
    /\b(?:new (?!OutcomeUnknown|ChangedSinceApproval)\w+Error|invalid|beyond)\(\s*(?:\w+(?:\.getNode\(\))?,\s*)?(?:`([^`]+)`|'([^']+)')/g,
  ),
]
  .map(([, template, text]) => template ?? text ?? '')
  .map((message) => message.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…').replace(/\$\{.*$/s, '…'))
  .filter((message) => /^[A-Z"…]/.test(message) && !INTERNAL.includes(message))
  // Where it is put together of others, those are told.
  .filter((message) => /\w{2}/.test(message));

test('every message stands in docs/messages.md', () => {
  const isTold = messages.map((message) => {
    const parts = message.replace(/\(its own words\)/, '').split('…');
    const pattern = parts
      .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    return (text: string) => new RegExp(`^${pattern}$`, 's').test(text);
  });
  expect(said.length).toBeGreaterThan(80);
  expect([...new Set(said)].filter((text) => !isTold.some((matches) => matches(text)))).toEqual([]);
});
