import path from 'node:path';
import { filesIn, readText } from '../../support/repository';

export const PAGES = filesIn('.', '{*.md,docs/**/*.md}');

export interface Link {
  /** From the root of the repository. */
  file: string;
  /** Empty without one. */
  anchor: string;
}

/** The links of a page to files of this repository. */
export function linksOf(page: string): Link[] {
  return [...readText(page).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, inline, reference]) => String(inline ?? reference))
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { file: file ? path.posix.join(path.posix.dirname(page), file) : page, anchor };
    });
}

/** The anchors that a page has, as Git hosts make them of headings: lower case, no punctuation, spaces as hyphens. */
export function anchorsOf(page: string): Set<string> {
  const text = readText(page).replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading));
  const named = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => String(name));
  // A heading that stands there again gets a number.
  const numbered = headings.map((heading, at) => {
    const before = headings.slice(0, at).filter((other) => other === heading).length;
    return before === 0 ? heading : `${heading}-${before}`;
  });
  return new Set([...numbered, ...named]);
}

const anchorOf = (heading = '') =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
