import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (name: string) => readFileSync(path.join(__dirname, '../../docs', name), 'utf8');

/** The cells of all tables; one cell may list several messages. */
const told = read('messages.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap((cell) => [cell, ...cell.split('; ')]);

const questions = read('faq.md')
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
