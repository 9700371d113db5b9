/** A run as a person says it: `17 · failed · today 14:02`. What is not known is left out. */
export function runTitle(
  run: { id: string; number?: number; startTime?: string | null },
  /** As `failed` or `running`. */
  state: string,
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const start = new Date(run.startTime ?? Number.NaN);
  const when = Number.isNaN(start.getTime()) ? undefined : dayAndTime(start, now, timeZone);
  return [run.number ?? run.id, state, when].filter((part) => part !== undefined).join(' · ');
}

function dayAndTime(time: Date, now: Date, timeZone: string): string {
  const [day, clock = ''] = partsOf(time, timeZone);
  const dayBefore = new Date(now.getTime() - 86_400_000);
  if (day === partsOf(now, timeZone)[0]) return `today ${clock}`;
  if (day === partsOf(dayBefore, timeZone)[0]) return `yesterday ${clock}`;
  return `${day} ${clock}`;
}

/** As `2026-11-22` and `14:02`. */
function partsOf(time: Date, timeZone: string): string[] {
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', format).format(time).split(' ');
}
