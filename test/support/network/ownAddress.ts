import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const { repository } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  repository: { url: string };
};

/** Where people read this repository. */
export const REPOSITORY = repository.url.replace(/^git\+|\.git$/g, '');

/** Where a page that is shown elsewhere, as npm shows the README, finds other pages and pictures of this repository. */
export const PAGES_AT = `${REPOSITORY}/blob/main/`;
export const PICTURES_AT = `${REPOSITORY.replace('//github.com/', '//raw.githubusercontent.com/')}/main/`;

/** A page at the top of the repository, with links to its own files as they would be without the address. */
export function withoutOwnAddress(text: string): string {
  return text.replaceAll(`(${PICTURES_AT}`, '(').replaceAll(PAGES_AT, '');
}

/** The opposite: what is relative becomes absolute. */
export function withOwnAddress(text: string): string {
  return text
    .replace(/(!\[[^\]]*\]\()(?!https?:|#)/g, `$1${PICTURES_AT}`)
    .replace(/((?<!!)\[[^[\]]*\]\(|^\[[^\]]+\]: )(?!https?:|#)/gm, `$1${PAGES_AT}`);
}
