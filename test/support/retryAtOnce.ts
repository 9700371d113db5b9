/** Removes the pauses before retries: their random length is always 0. */
export function retryAtOnce(): void {
  const { random } = Math;
  beforeAll(() => {
    Math.random = () => 0;
  });
  afterAll(() => {
    Math.random = random;
  });
}
