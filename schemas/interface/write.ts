import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { differences } from './compare';
import { describePackage } from './describe';
import { textOf, type Interface } from './recorded';

/** `npm run interface`: records what was added, and refuses what saved workflows do not bear. */
const root = path.join(__dirname, '../..');
const file = path.join(root, 'interface.json');
const built = describePackage(root);
if (existsSync(file) && !process.argv.includes('--major')) {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Interface;
  const { breaks, additions } = differences(before, built);
  if (breaks.length > 0) {
    console.error(`Not recorded, for saved workflows rely on it:\n${breaks.map((one) => `- ${one}`).join('\n')}

Keep it, and put the change into a new version of the node beside the old one: CONTRIBUTING.md, "Change what is recorded".
A new major version may break it: npm run interface -- --major`);
    process.exit(1);
  }
  console.log(additions.length > 0 ? `New:\n${additions.join('\n')}` : 'Nothing new.');
}
writeFileSync(file, textOf(built));
