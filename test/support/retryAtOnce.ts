/** Removes pauses before retries, which are random, from 0 to their maximum. */
export function retryAtOnce(): void {
  const { random } = Math;
  beforeAll(() => {
    Math.random = () => 0;
  });
  afterAll(() => {
    Math.random = random;
  });
}
