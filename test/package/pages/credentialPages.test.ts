import type { ICredentialType } from 'n8n-workflow';
import { createInstance } from '../../support/descriptions/packageNodes';
import { PACKAGE_FOLDER } from '../../support/packedPackage';
import { filesIn, readText } from '../../support/repository';

const FOLDER = `${PACKAGE_FOLDER}/dist/credentials`;
const PREFIX = 'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/';
const CREDENTIALS = filesIn(FOLDER, '*.credentials.js').map((file) =>
  createInstance<ICredentialType>(`${FOLDER}/${file}`),
);

test.each(CREDENTIALS)(
  '"Read our docs" of $displayName leads to a page that explains every field, and no other',
  ({ documentationUrl = '', properties }) => {
    expect(documentationUrl.startsWith(`${PREFIX}docs/`)).toBe(true);
    const page = readText(documentationUrl.slice(PREFIX.length).replace(/#.*/, ''));
    const fields = /^## Fields$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
    const explained = [...fields.matchAll(/^\| (\*\*[^|]+) \|/gm)].flatMap(([, names]) =>
      [...String(names).matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name),
    );
    const shown = properties
      .filter((property) => property.type !== 'hidden')
      .map(({ displayName }) => displayName.replace(/ \(.*\)$/, ''));
    expect(explained).toEqual(shown);
  },
);
