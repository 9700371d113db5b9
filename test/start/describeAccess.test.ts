import { DataPlatformApi } from '../../credentials/DataPlatformApi.credentials';
import { DataPlatformKubernetesApi } from '../../credentials/DataPlatformKubernetesApi.credentials';
import { DataPlatformUploadTokenApi } from '../../credentials/DataPlatformUploadTokenApi.credentials';
import { startSandbox } from '../../sandbox';
import { describeAccess } from '../../start/describeAccess';
import { untilTestEnds } from '../support/untilTestEnds';

test('what npm start prints is all that a person types into n8n, each value behind the name of its field', async () => {
  const sandbox = await untilTestEnds(startSandbox());
  const access = { email: 'owner@local.test', password: 'Local-n8n-1', endedByCtrlC: 'both' };
  const printed = describeAccess({ address: 'http://127.0.0.1:5678', ...access }, sandbox);
  const lines = printed.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' '));
  expect(lines).toContain('Address http://127.0.0.1:5678');
  expect(lines).toContain('Email owner@local.test');
  expect(lines).toContain('Password Local-n8n-1');
  expect(lines).toContain(
    'First workflow Run a job: http://127.0.0.1:5678/workflow/runAJob000000001',
  );
  const page = lines.find((line) => line.startsWith('Web page '))?.split(' ')[2];
  expect(page).toBe(`${sandbox.baseUrl}/`);
  const { credentials, uploadCredentials, clusterCredentials } = sandbox;
  const typed = [
    { type: new DataPlatformApi(), values: credentials },
    { type: new DataPlatformUploadTokenApi(), values: uploadCredentials },
    { type: new DataPlatformKubernetesApi(), values: clusterCredentials },
  ];
  for (const { type, values } of typed) {
    for (const [name, value] of Object.entries(values)) {
      const label = type.properties.find((property) => property.name === name)?.displayName;
      expect(lines).toContain(`${label} ${value}`);
    }
    // The fields that a user cannot leave empty exist.
    const required = type.properties.filter((property) => property.required);
    expect(required.map(({ name }) => name).filter((name) => !(name in values))).toEqual([]);
  }
});
