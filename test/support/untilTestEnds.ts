const closers: Array<() => unknown> = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Does something when the running test has ended, the last one first. */
export function whenTestEnds(close: () => unknown): void {
  closers.push(close);
}

/** Closes what a test has opened, as a server, when the test has ended. */
export async function untilTestEnds<T extends { close(): unknown }>(
  opening: Promise<T>,
): Promise<T> {
  const opened = await opening;
  whenTestEnds(() => opened.close());
  return opened;
}
