import type { SettingsClient } from '../settingsClient';
import { defineFields } from '../../shared/operation/output';
import type { ItemOperation, Resource } from '../../shared/operation/operation';

const get: ItemOperation<SettingsClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get upload token',
  description: 'Get the token for configuration files from the cluster',
  output: defineFields('found:boolean source token reason guide'),
  fields: [
    {
      displayName: 'Reveal Token',
      name: 'revealToken',
      type: 'boolean',
      default: false,
      description:
        'Whether to return the token itself. n8n then saves the token with the execution data.',
    },
  ],

  async run({ parameters, client, options }) {
    const isRevealed = parameters.boolean('revealToken');
    const { token, ...others } = await (await client.openCluster()).readUploadToken(options);
    return { json: { ...others, ...(isRevealed && token !== undefined && { token }) } };
  },
};

export const uploadToken: Resource<SettingsClient> = {
  value: 'uploadToken',
  name: 'Upload Token',
  operations: [get],
};
