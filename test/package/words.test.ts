import { readdirSync } from 'node:fs';
import path from 'node:path';
import { packedDescriptions } from '../support/descriptions/packedDescriptions';
import { MAX_EDITOR_WORDS, MAX_WORDS, WORD_RULES } from './words/rules';
import {
  canvasTexts,
  editorTexts,
  messageTexts,
  pageTexts,
  sentencesOf,
  WORDS,
  type UserText,
} from './words/texts';

const CREDENTIALS = path.resolve(__dirname, '../../credentials');

async function credentialTexts(): Promise<UserText[]> {
  const files = readdirSync(CREDENTIALS).filter((name) => name.endsWith('.credentials.ts'));
  const modules = await Promise.all(
    files.map((file) => import(path.join(CREDENTIALS, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module, at) =>
    Object.values(module)
      .filter((value): value is new () => unknown => typeof value === 'function')
      .flatMap((Credential) => editorTexts(String(files[at]), new Credential())),
  );
}

async function allTexts(): Promise<UserText[]> {
  const nodes = await packedDescriptions();
  return [
    ...nodes.flatMap((node) => editorTexts(node.name, node)),
    ...(await credentialTexts()),
    ...messageTexts(),
    ...pageTexts(),
    ...canvasTexts(),
  ];
}

let texts: UserText[];
beforeAll(async () => {
  texts = await allTexts();
});

test.each([
  ['editor', 700],
  ['message', 600],
  ['page', 3_000],
])('texts of the kind %s are found', (kind, least) => {
  expect(texts.filter((text) => text.kind === kind).length).toBeGreaterThan(least);
});

test.each(WORD_RULES)('unusual words: $not, write $write', ({ not, in: kinds }) => {
  const found = texts.filter(
    ({ kind, text }) => (!kinds || kinds.includes(kind)) && not.test(text),
  );
  expect(found.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});

test.each(['editor', 'message', 'page'] as const)(
  'no sentence of the kind %s is too long',
  (of) => {
    const long = texts
      .filter(({ kind }) => kind === of)
      .flatMap(({ where, text }) => sentencesOf(text).map((sentence) => ({ where, sentence })))
      .filter(({ sentence }) => WORDS(sentence) > MAX_WORDS[of]);
    expect(long.map(({ where, sentence }) => `${where}: ${sentence}`)).toEqual([]);
  },
);

test('no text in the editor is a page of its own', () => {
  const own = texts.filter(
    ({ kind, text }) => kind === 'editor' && !text.startsWith('Use custom cron'),
  );
  const long = own.filter(({ text }) => WORDS(text) > MAX_EDITOR_WORDS);
  expect(long.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});

test('notes on the canvas promise only what the workflow does', () => {
  const notes = canvasTexts();
  expect(notes.filter(({ text }) => /\bThis workflow\b/.test(text)).length).toBeGreaterThan(5);
  const sending = notes.filter(({ text }) => /\bit sends\b/.test(text));
  expect(sending.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
});
