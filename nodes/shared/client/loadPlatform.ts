import type * as Platform from '../../../platform';

let loaded: typeof Platform | undefined;

/** The client's functions, loaded when a node first works. Kept: in a bundle, each `import()` copies the list of them. */
export async function loadPlatform(): Promise<typeof Platform> {
  return (loaded ??= await import('../../../platform'));
}
