import { anchorOf } from './words';

/** A list of all sections with what is in them. */
export function contents(sections: string[]): string {
  const lines = sections.map((section) => {
    const [title = ''] = headingsOf(section, 2);
    const below = headingsOf(section, 3).map(linkTo).join(' · ');
    return `- ${linkTo(title)}${below === '' ? '' : `: ${below}`}`;
  });
  return ['## Contents', lines.join('\n')].join('\n\n');
}

const headingsOf = (text: string, level: number): string[] =>
  [...text.matchAll(new RegExp(`^#{${level}} (.+)$`, 'gm'))].map(([, heading]) => String(heading));

const linkTo = (heading: string) => `[${heading}](#${anchorOf(heading)})`;
