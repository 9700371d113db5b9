import type { ICredentialType } from 'n8n-workflow';
import { DataPlatformApi } from '../credentials/DataPlatformApi.credentials';
import { DataPlatformKubernetesApi } from '../credentials/DataPlatformKubernetesApi.credentials';
import { DataPlatformUploadTokenApi } from '../credentials/DataPlatformUploadTokenApi.credentials';
import type { Sandbox } from '../sandbox';
import { FIRST_WORKFLOW_ID } from './demonstration';

type SandboxAccess = Pick<
  Sandbox,
  'baseUrl' | 'credentials' | 'viewerCredentials' | 'uploadCredentials' | 'clusterCredentials'
>;

interface EditorAccess {
  address: string;
  email: string;
  /** Password, or the name of the variable that contains it. */
  password: string;
  /** End of the sentence "Ctrl-C stops …". */
  endedByCtrlC: string;
}

/** Lists addresses and logins. The values of credentials have the labels of their fields in n8n. */
export function describeAccess(editor: EditorAccess, sandbox: SandboxAccess): string {
  const { baseUrl, credentials, viewerCredentials, uploadCredentials, clusterCredentials } =
    sandbox;
  const explorer = `${baseUrl}/projects/api/platform/${encodeURIComponent(credentials.platformId)}/graphiql`;
  return [
    formatBlock('Editor', [
      ['Address', editor.address],
      ['Email', editor.email],
      ['Password', editor.password],
      ['First workflow', `Run a job: ${editor.address}/workflow/${FIRST_WORKFLOW_ID}`],
    ]),
    formatBlock('Sandbox platform, in the editor as the credential "Sandbox platform"', [
      ...listFieldLines(new DataPlatformApi(), credentials),
      ['Read-only login', `${viewerCredentials.login}, password ${viewerCredentials.password}`],
      ['Web page', `${baseUrl}/ (shows jobs and runs; can start a run, or let the next run fail)`],
      ['GraphQL explorer', explorer],
    ]),
    formatBlock(
      'Its configuration files, as "Sandbox configuration files"',
      listFieldLines(new DataPlatformUploadTokenApi(), uploadCredentials),
    ),
    formatBlock(
      'Its cluster, as "Sandbox cluster"',
      listFieldLines(new DataPlatformKubernetesApi(), clusterCredentials),
    ),
    `Ctrl-C stops ${editor.endedByCtrlC}.`,
  ].join('\n\n');
}

/** Returns a line for each value, in the order of n8n's form. */
function listFieldLines(type: ICredentialType, values: object): Line[] {
  const valuesByName = new Map(Object.entries(values));
  return type.properties.flatMap(({ name, displayName }): Line[] =>
    valuesByName.has(name) ? [[displayName, String(valuesByName.get(name))]] : [],
  );
}

type Line = [label: string, value: string];

function formatBlock(title: string, lines: Line[]): string {
  return [title, ...lines.map(([label, value]) => `  ${label.padEnd(17)} ${value}`)].join('\n');
}
