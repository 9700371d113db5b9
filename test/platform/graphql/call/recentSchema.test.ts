import { buildClientSchema } from 'graphql';
import { GENERATIONS, startSandbox, type Sandbox } from '../../../../sandbox';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { failuresOf } from './failures';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

test.each([...GENERATIONS])(
  'each query and mutation of a platform of the generation "%s" is described, selected and sent',
  async (generation) => {
    sandbox = await startSandbox({ generation, seedRuns: false });
    const platform = Platform.connect(sandbox.credentials);
    for (const endpoint of [platform.projects, await platform.catalog()]) {
      const { introspection } = await wholeSchema(endpoint);
      expect(failuresOf(buildClientSchema(introspection, { assumeValid: true }))).toEqual([]);
    }
  },
);
