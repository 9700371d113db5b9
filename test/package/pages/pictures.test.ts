import path from 'node:path';
import { shownIn } from '../../pictures/shown';
import { takenPictures } from '../../pictures/taken';
import { filesIn } from '../../support/repository';

const pictures = filesIn('docs/images', '**/*.png');

/** Pages for people, not of n8n's editor: taken by hand, when they change their looks. */
const OF_PAGES = ['projects-as-code/approval.png', 'report/report.png', 'report/timeline.png'];

test('every picture of the editor shows what is there now', () => {
  const taken = takenPictures();
  const stale = pictures.filter(
    (name) =>
      !OF_PAGES.includes(name) && (taken[name] === undefined || taken[name] !== shownIn(name)),
  );
  const names = stale.map((name) => path.basename(name, '.png').replace(/-dark$/, ''));
  const command = `npm run test:editor -- --pictures ${[...new Set(names)].join(' ')}`;
  expect({ stale, command }).toEqual({ stale: [], command: 'npm run test:editor -- --pictures ' });
});
