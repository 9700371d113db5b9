/** Lets the requests of a test file be repeated without the pause before it, which is random, from none to the longest. */
export function retryAtOnce(): void {
  const { random } = Math;
  beforeAll(() => {
    Math.random = () => 0;
  });
  afterAll(() => {
    Math.random = random;
  });
}
