import type { IDataObject } from 'n8n-workflow';
import { pollNode, type Poll, type PollQuestion } from '../../support/engine/poll';
import { PROJECT_IDS, type Sandbox } from '../../../sandbox';
import { byId } from '../Projects/support';

type Credentials = Pick<Sandbox, 'credentials'>;

/** The trigger of the jobs of Retail Analytics, unless the parameters say otherwise. */
export function projectsTrigger({ credentials }: Credentials, parameters: object) {
  return {
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: { resource: 'job', projectId: byId(PROJECT_IDS.retail), ...parameters } as never,
    credentials: { dataPlatformApi: credentials },
  };
}

/** Polls it once. */
export async function pollProjects(
  sandbox: Credentials,
  staticData: IDataObject,
  parameters: object,
  more: Partial<PollQuestion> = {},
): Promise<Poll> {
  return await pollNode({ ...projectsTrigger(sandbox, parameters), staticData, ...more });
}
