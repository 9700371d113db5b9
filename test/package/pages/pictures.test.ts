import path from 'node:path';
import { shownIn } from '../../pictures/shown';
import { takenPictures } from '../../pictures/taken';
import { filesIn } from '../../support/repository';

const pictures = filesIn('docs/images', '**/*.png');

/** A page outside n8n's editor: taken by hand, when it changes its looks. */
const BY_HAND = 'projects-as-code/approval.png';

test('every picture shows what is there now', async () => {
  const taken = takenPictures();
  const stale: string[] = [];
  for (const name of pictures.filter((picture) => picture !== BY_HAND)) {
    if (taken[name] === undefined || taken[name] !== (await shownIn(name))) stale.push(name);
  }
  const names = stale.map((name) => path.basename(name, '.png').replace(/-dark$/, ''));
  const command = `npm run test:editor -- --pictures ${[...new Set(names)].join(' ')}`;
  expect({ stale, command }).toEqual({ stale: [], command: 'npm run test:editor -- --pictures ' });
});
