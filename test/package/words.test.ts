import { builtInstance, describedNodes } from '../support/descriptions/packageNodes';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn } from '../support/repository';
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

const CREDENTIALS = `${PACKAGE_FOLDER}/dist/credentials`;

const texts: UserText[] = [
  ...describedNodes().flatMap((node) => editorTexts(node.name, node)),
  ...filesIn(CREDENTIALS, '*.credentials.js').flatMap((file) =>
    editorTexts(file, builtInstance(`${CREDENTIALS}/${file}`)),
  ),
  ...messageTexts(),
  ...pageTexts(),
  ...canvasTexts(),
];

const shown = ({ where, text }: Pick<UserText, 'where' | 'text'>) => `${where}: ${text}`;

test.each(WORD_RULES)('unusual words: $not, write $write', ({ not, in: kinds }) => {
  const found = texts.filter(
    ({ kind, text }) => (!kinds || kinds.includes(kind)) && not.test(text),
  );
  expect(found.map(shown)).toEqual([]);
});

test.each([
  ['editor', 700],
  ['message', 600],
  ['page', 3_000],
] as const)(
  'texts of the kind %s are found, and none of their sentences is too long',
  (of, least) => {
    const its = texts.filter(({ kind }) => kind === of);
    expect(its.length).toBeGreaterThan(least);
    const sentences = its.flatMap(({ where, text }) =>
      sentencesOf(text).map((sentence) => ({ where, text: sentence })),
    );
    expect(sentences.filter(({ text }) => WORDS(text) > MAX_WORDS[of]).map(shown)).toEqual([]);
  },
);

test('no text in the editor is a page of its own', () => {
  const own = texts.filter(({ kind }) => kind === 'editor');
  expect(own.filter(({ text }) => WORDS(text) > MAX_EDITOR_WORDS).map(shown)).toEqual([]);
});
