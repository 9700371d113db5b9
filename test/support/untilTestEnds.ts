const closers: Array<() => unknown> = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Calls `close` when the running test has ended. The last function is called first. */
export function whenTestEnds(close: () => unknown): void {
  closers.push(close);
}

/** Closes a server or another resource when the running test has ended. */
export async function untilTestEnds<T extends { close(): unknown }>(
  opening: Promise<T>,
): Promise<T> {
  const opened = await opening;
  whenTestEnds(() => opened.close());
  return opened;
}
