import { readBinary } from '../../../harness/engine/binaryData';
import { downloadAgainAndAgain } from './downloads';

test('files of all sizes are the same where n8n keeps them on disk', async () => {
  const { expected, rounds } = await downloadAgainAndAgain(
    async (data) => await readBinary(data?.id),
  );
  expect(rounds).toEqual([expected, expected, expected]);
});
