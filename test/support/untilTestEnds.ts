const opened: Array<{ close(): unknown }> = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** Closes what a test has opened, as a server, when the test has ended. What was opened last is closed first. */
export async function untilTestEnds<T extends { close(): unknown }>(
  opening: Promise<T>,
): Promise<T> {
  const one = await opening;
  opened.push(one);
  return one;
}
