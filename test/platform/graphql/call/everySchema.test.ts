import { buildClientSchema, buildSchema } from 'graphql';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { startSandbox } from '../../../../sandbox';
import { inheritedNames } from '../../../support/hostileNames';
import { failuresOf } from './failures';
import { shapes } from './shapes';

describe('every root field gets a document that the server executes', () => {
  test.each(Object.entries(shapes))('of a schema with %s', (_name, sdl) => {
    const before = inheritedNames();
    expect(failuresOf(buildSchema(sdl))).toEqual([]);
    expect(inheritedNames()).toEqual(before);
  });

  test('of a recent platform', async () => {
    const sandbox = await startSandbox({ seedRuns: false });
    try {
      const platform = Platform.connect(sandbox.credentials);
      for (const endpoint of [platform.projects, await platform.catalog()]) {
        const { introspection } = await wholeSchema(endpoint);
        expect(failuresOf(buildClientSchema(introspection, { assumeValid: true }))).toEqual([]);
      }
    } finally {
      await sandbox.close();
    }
  });
});
