/** More are not kept in mind. */
const MOST_ORIGINS = 1_000;

const answered = new Set<string>();

export function noteResponse(origin: string): void {
  if (answered.size < MOST_ORIGINS) answered.add(origin);
}

/** Whether an origin has ever answered in this process; where it has not, the way to it may be set up wrongly. */
export function hasAnswered(origin: string): boolean {
  return answered.has(origin);
}
