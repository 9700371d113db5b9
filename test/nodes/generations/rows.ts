import { TRIES } from '../tries';
import { runTry, type OperationTry } from '../tries/operationTry';
import { together, type Row } from './row';
import { TRIGGER_ROWS } from './triggers';

export const ROWS: Row[] = [...rowsOf(TRIES), ...TRIGGER_ROWS];

function rowsOf(tries: OperationTry[]): Row[] {
  return [...new Set(tries.map(({ row }) => row))].map((name) => {
    const ofRow = tries.filter(({ row }) => row === name);
    const { node = '', operation = '' } = ofRow[0] ?? {};
    return {
      name,
      node,
      operation,
      perform: async (sandbox) =>
        await together(...ofRow.map((tried) => async () => await runTry(sandbox, tried))),
    };
  });
}
