export type ProjectStatus = 'CREATED' | 'INIT_REQUESTED' | 'INITIALIZING' | 'FAILED' | 'READY';

/** The state of a project at a moment: a quarter of the way to READY in each of the first two. */
export function projectStatusAt(
  { createdAt, initializingSeconds }: { createdAt: number; initializingSeconds: number },
  now: number,
): ProjectStatus {
  const way = (now - createdAt) / (initializingSeconds * 1000);
  // Nothing to wait for gives Infinity, or NaN at the very moment.
  if (Number.isNaN(way) || way >= 1) return 'READY';
  if (way < 0.25) return 'CREATED';
  return way < 0.5 ? 'INIT_REQUESTED' : 'INITIALIZING';
}
