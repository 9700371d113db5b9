import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toldMessages } from './messagesPage';

const read = (name: string) => readFileSync(path.join(__dirname, '../../../docs', name), 'utf8');

const told = toldMessages().map(({ message }) => message);

/** Those without a message come first. */
const [, first = '', ...rest] = read('faq.md').split(/^## /m);
const questions = rest
  .join('')
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    question: section.split('\n')[0],
    messages: [...section.matchAll(/^> (.+)$/gm)].map(([, message]) => message),
  }));

test('there are questions', () => expect(questions.length).toBeGreaterThan(15));

test.each(questions)('the message of "$question" stands in docs/messages.md', ({ messages }) => {
  expect(messages).toHaveLength(1);
  expect(told).toContain(messages[0]);
});

test('the first questions are those that have no message', () => {
  expect(first.match(/^### .+\?$/gm)).toHaveLength(9);
  expect(first).not.toMatch(/^> /m);
});
