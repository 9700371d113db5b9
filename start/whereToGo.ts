import type { ICredentialType } from 'n8n-workflow';
import { DataPlatformApi } from '../credentials/DataPlatformApi.credentials';
import { DataPlatformKubernetesApi } from '../credentials/DataPlatformKubernetesApi.credentials';
import { DataPlatformUploadTokenApi } from '../credentials/DataPlatformUploadTokenApi.credentials';
import type { startSandbox } from '../sandbox';
import { FIRST_WORKFLOW } from './demonstration';

type Sandbox = Pick<
  Awaited<ReturnType<typeof startSandbox>>,
  'baseUrl' | 'credentials' | 'viewerCredentials' | 'uploadCredentials' | 'clusterCredentials'
>;

interface Editor {
  address: string;
  email: string;
  /** The password, or a hint where to find it. */
  password: string;
  /** Names of processes. */
  endedByCtrlC: string;
}

/** Lines of credentials begin with the names of their fields in n8n. */
export function whereToGo(editor: Editor, sandbox: Sandbox): string {
  const { baseUrl, credentials, viewerCredentials, uploadCredentials, clusterCredentials } =
    sandbox;
  const explorer = `${baseUrl}/projects/api/platform/${encodeURIComponent(credentials.platformId)}/graphiql`;
  return [
    block('Editor', [
      ['Address', editor.address],
      ['Email', editor.email],
      ['Password', editor.password],
      ['First workflow', `Run a job: ${editor.address}/workflow/${FIRST_WORKFLOW}`],
    ]),
    block('Sandbox platform, in the editor as the credential "Sandbox platform"', [
      ...fields(new DataPlatformApi(), credentials),
      ['Read-only login', `${viewerCredentials.login}, password ${viewerCredentials.password}`],
      ['Web page', `${baseUrl}/ (jobs and runs; starts a run, or makes the next one fail)`],
      ['GraphQL explorer', explorer],
    ]),
    block(
      'Its configuration files, as "Sandbox configuration files"',
      fields(new DataPlatformUploadTokenApi(), uploadCredentials),
    ),
    block(
      'Its cluster, as "Sandbox cluster"',
      fields(new DataPlatformKubernetesApi(), clusterCredentials),
    ),
    `Ctrl-C ends ${editor.endedByCtrlC}.`,
  ].join('\n\n');
}

/** Returns the values in the order of n8n's form. */
function fields(type: ICredentialType, values: object): Line[] {
  const given = new Map(Object.entries(values));
  return type.properties.flatMap(({ name, displayName }): Line[] =>
    given.has(name) ? [[displayName, String(given.get(name))]] : [],
  );
}

type Line = [label: string, value: string];

function block(title: string, lines: Line[]): string {
  return [title, ...lines.map(([label, value]) => `  ${label.padEnd(17)} ${value}`)].join('\n');
}
