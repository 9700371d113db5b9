/** The short form, for CI: `FIELD=short npm run test:field`. */
export const IS_SHORT = process.env.FIELD === 'short';

/** A test that takes more than some ten seconds: only in the whole `npm run test:field`. */
export const testLong: jest.It = IS_SHORT ? test.skip : test;
