import { useBinaryDataInMemory } from '../../../harness/engine/binaryData';
import { downloadAgainAndAgain } from './downloads';

test('files of all sizes are the same where n8n keeps them in memory', async () => {
  await useBinaryDataInMemory();
  const { expected, rounds } = await downloadAgainAndAgain((data) => {
    if (data?.id) throw new Error('This is not kept in memory');
    return Buffer.from(data?.data ?? '', 'base64');
  });
  expect(rounds).toEqual([expected, expected, expected]);
});
