import { Cron } from 'croner';

const MAX_CHARACTERS = 200;

/** Parses a cron expression with five fields as if its times were UTC. Returns undefined for any other or longer text. */
export function parseCron(text: string): Cron | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5 || text.length > MAX_CHARACTERS) return undefined;
  try {
    const options = { mode: '5-part', sloppyRanges: true, paused: true, utcOffset: 0 } as const;
    return new Cron(fields.join(' '), options);
  } catch {
    return undefined;
  }
}
