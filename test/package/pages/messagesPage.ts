import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A message as docs/messages.md tells it; `…` stands for what may be anything. */
export interface ToldMessage {
  readonly section: string;
  readonly anchor: string | undefined;
  /** What the message is about; empty where messages are listed. */
  readonly problem: string;
  readonly message: string;
}

const ANCHORED = /^<a id="([^"]+)"><\/a>/;

/** All messages that docs/messages.md explains in tables or, for values that cannot be used, lists. */
export function toldMessages(): ToldMessage[] {
  const text = readFileSync(path.join(__dirname, '../../../docs/messages.md'), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  return sections.flatMap((body) => {
    const section = body.slice(0, body.indexOf('\n'));
    return [...explained(section, body), ...listed(section, body)];
  });
}

function explained(section: string, body: string): ToldMessage[] {
  const rows = [...body.matchAll(/^\| (.+?) +\| (.+?) +\| .+ \|$/gm)];
  return rows.slice(2).map(([, problem = '', message = '']) => ({
    section,
    anchor: ANCHORED.exec(problem)?.[1],
    problem: problem.replace(ANCHORED, ''),
    message,
  }));
}

/** Values that cannot be used: what to do is in the message itself, so its heading is its anchor. */
function listed(section: string, body: string): ToldMessage[] {
  return body
    .split(/^### /m)
    .slice(1)
    .flatMap((part) => {
      const heading = part.slice(0, part.indexOf('\n'));
      const anchor = heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-');
      return [...part.matchAll(/^- (.+)$/gm)].map(([, message = '']) => ({
        section,
        anchor,
        problem: '',
        message,
      }));
    });
}
