export const uuid = (number: number) =>
  `60000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const NO_SUCH_ID = '00000000-0000-4000-8000-00000000dead';

/** Returns a resource locator with an ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
