import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const read = (...segments: string[]) => readFileSync(path.join(ROOT, ...segments), 'utf8');

const PAGES = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  ),
].filter((name) => name.endsWith('.md'));

/** All source text of what is published; what stands between `${` and `}` may be anything. */
const SOURCES = ['platform', 'nodes']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(folder, name)),
  )
  .join('\n');

test.each(PAGES)('every link of %s leads somewhere', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, inline, reference]) => String(inline ?? reference))
    .filter((target) => !/^(?:https?:|#)/.test(target));
  const missing = targets.filter(
    (target) => !existsSync(path.join(ROOT, path.dirname(page), target.replace(/#.*$/, ''))),
  );
  expect(missing).toEqual([]);
});

/** The anchors that a page has, as Git hosts make them of headings: lower case, no punctuation, spaces as hyphens. */
function anchorsOf(page: string): Set<string> {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    String(heading)
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  const named = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => String(name));
  // A heading that stands there again gets a number.
  const numbered = headings.map((heading, at) => {
    const before = headings.slice(0, at).filter((other) => other === heading).length;
    return before === 0 ? heading : `${heading}-${before}`;
  });
  return new Set([...numbered, ...named]);
}

test.each(PAGES)('every anchor that %s links to is there', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]*#[^)\s]+)\)|^\[[^\]]+\]: (\S*#\S+)/gm)]
    .map(([, inline, reference]) => String(inline ?? reference))
    .filter((target) => !/^https?:/.test(target));
  const missing = targets.filter((target) => {
    const [file = '', anchor = ''] = target.split('#');
    const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
    return linked.endsWith('.md') && !anchorsOf(linked).has(anchor);
  });
  expect(missing).toEqual([]);
});

const PICTURES = readdirSync(path.join(ROOT, 'docs/images'), {
  recursive: true,
  encoding: 'utf8',
}).filter((name) => /\.(?:png|svg|gif)$/.test(name));

test.each(PICTURES)('a page shows the picture %s', (name) => {
  const shown = PAGES.flatMap((page) =>
    [...read(page).matchAll(/!\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, target]) =>
      path.posix.join(path.dirname(page), String(target)),
    ),
  );
  expect(shown).toContain(`docs/images/${name}`);
});

test('every test that docs/reliability.md names is there', () => {
  const named = [...read('docs/reliability.md').matchAll(/`(test\/[^`]+)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !existsSync(path.join(ROOT, String(name))))).toEqual([]);
});

const explained = [...read('docs/messages.md').matchAll(/^\|[^|]+\| ([^|]+?) +\| [^|]+\|$/gm)]
  .map(([, message]) => String(message))
  .filter((message) => message.includes('…') || /^[A-Z"]\S* .* /.test(message))
  .filter(
    (message) =>
      !message.startsWith('On a broken') &&
      !message.startsWith('After 429') &&
      !message.startsWith('Only on proof'),
  );
const listed = [...read('docs/messages.md').matchAll(/^\|[^|]+\| ([^|]+; [^|]+?) +\|$/gm)].flatMap(
  ([, messages]) => String(messages).split('; '),
);
const messages = [...explained, ...listed];

test('docs/messages.md holds messages', () => expect(messages.length).toBeGreaterThan(25));

test.each(messages)('a node can say: %s', (message) => {
  const parts = message
    .replace(/\(its own words\)/, '')
    .split(/[…":]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
  expect(parts.filter((part) => !SOURCES.includes(part))).toEqual([]);
});

/** What no user sees: n8n or a caller of ours catches it, or it is a mistake of ours. */
const INTERNAL = ['This call takes no files', 'The rest of the answer is not needed'];

/** The messages that errors are made with; `…` stands for what may be anything. */
const said = [
  ...SOURCES.matchAll(
    /\b(?:new (?!OutcomeUnknown)\w+Error|invalid|beyond)\(\s*(?:\w+(?:\.getNode\(\))?,\s*)?(?:`([^`]+)`|'([^']+)')/g,
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
