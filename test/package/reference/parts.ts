import { existsSync } from 'node:fs';
import path from 'node:path';
import { readText, ROOT } from '../../support/repository';

const FOLDER = path.join(ROOT, 'docs/nodes/parts');

/** What is written by hand about a node: by resource, as `job`, by operation, as `job/get`, or `index` and `guides`, what else to read. */
export function handWritten(page: string): Map<string, string> {
  const file = path.join(FOLDER, `${page}.md`);
  if (!existsSync(file)) return new Map();
  return new Map(
    readText(file)
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [key = '', ...lines] = part.split('\n');
        return [key, lines.join('\n').trim()] as const;
      }),
  );
}

/** Links of a part, as they lead from a page in this folder. */
export function linkedFrom(folder: string, text: string): string {
  return text.replace(/\]\((?!https?:|#)([^)]+)\)/g, (_, target: string) => {
    const [linked = '', anchor] = target.split('#');
    const fromPage = path.posix.relative(folder, path.posix.join('docs/nodes/parts', linked));
    return `](${fromPage}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}
