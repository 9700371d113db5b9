import { CancelledError, PlatformError } from '../errors/errors';

/** Something that holds for the whole cluster or platform, or that could not be found out. */
export interface Fact {
  /** null: it cannot be told. */
  ok: boolean | null;
  found: string;
  /** What to do where it is not fine. */
  fix: string;
}

/** What could not be asked is unknown, never fine; a cancelled execution stays cancelled. @param of what it is a fact of, if one of several */
export async function orUnknown(ask: () => Promise<Fact>, of?: string): Promise<Fact> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    return {
      ok: null,
      found: `unknown${of ? ` for ${of}` : ''}: ${error.message}`,
      fix: error.hint,
    };
  }
}
