import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType } from 'n8n-workflow';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const ENDING = '.credentials.ts';

const TYPES = readdirSync(path.join(ROOT, 'credentials'))
  .filter((name) => name.endsWith(ENDING))
  .map((name) => path.basename(name, ENDING));

async function load(type: string): Promise<ICredentialType> {
  const module = (await import(`../../../credentials/${type}.credentials`)) as Record<
    string,
    new () => ICredentialType
  >;
  const Credential = module[type];
  if (!Credential) throw new Error(`credentials/${type}${ENDING} exports no ${type}`);
  return new Credential();
}

test('there are three kinds of credentials', () => expect(TYPES).toHaveLength(3));

describe.each(TYPES)('%s', (type) => {
  const PREFIX = 'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/';

  test('"Read our docs" leads to a page of its own', async () => {
    const { documentationUrl = '' } = await load(type);
    expect(documentationUrl.startsWith(`${PREFIX}docs/credentials/`)).toBe(true);
    expect(existsSync(path.join(ROOT, documentationUrl.slice(PREFIX.length)))).toBe(true);
  });

  test('its page explains every field, and no other', async () => {
    const { documentationUrl = '', properties } = await load(type);
    const page = readFileSync(path.join(ROOT, documentationUrl.slice(PREFIX.length)), 'utf8');
    const fields = /^## Fields$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
    const explained = [...fields.matchAll(/^\| (\*\*[^|]+) \|/gm)].flatMap(([, names]) =>
      [...String(names).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => String(name)),
    );
    const shown = properties
      .filter((property) => property.type !== 'hidden')
      .map(({ displayName }) => displayName.replace(/ \(.*\)$/, ''));
    expect(explained).toEqual(shown);
  });
});
