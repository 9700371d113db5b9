import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, '../../../docs/nodes/parts');

/** What is written by hand about an operation, as `job-get`, or a whole node: `index`. */
export function handWritten(page: string, part: string): string {
  const file = path.join(FOLDER, page, `${part}.md`);
  if (!existsSync(file)) return '';
  // It stands two folders below the page that shows it.
  return readFileSync(file, 'utf8')
    .replace(/\]\((?!https?:|#)([^)]+)\)/g, (_, target: string) => {
      const [linked = '', anchor] = target.split('#');
      const fromPage = path.posix.relative(
        'docs/nodes',
        path.posix.join('docs/nodes/parts', page, linked),
      );
      return `](${fromPage}${anchor === undefined ? '' : `#${anchor}`})`;
    })
    .trim();
}

/** All parts, as `projects/job-get`. */
export function allParts(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replaceAll(path.sep, '/').replace(/\.md$/, ''));
}

export const partOf = (operation: string): string => operation.replace('/', '-');
