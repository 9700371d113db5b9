import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation';
import { pagingFields, upToLimit } from '../../../shared/paging';
import { placeFields, readPlace } from './place';
import { optionsField } from '../../../shared/parameters/collections';

export const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many environment variables',
  description: 'List the environment variables of a scope, without the values of passwords',
  fields: [
    ...placeFields,
    ...pagingFields,
    optionsField('Which variables to list besides those of the chosen scope', [
      {
        displayName: 'Include Wider Scopes',
        name: 'includeWiderScopes',
        type: 'boolean',
        default: true,
        description:
          'Whether to list variables of wider scopes that count here, too, as those of the project for a pipeline',
      },
    ]),
  ],

  async run(call) {
    const { parameters, client, options } = call;
    const place = readPlace(call);
    const includeWiderScopes =
      parameters.isGiven('options.includeWiderScopes') &&
      parameters.boolean('options.includeWiderScopes');
    const variables = await client.variables.list(place, options);
    const wanted = variables.filter(({ scope }) => includeWiderScopes || scope === place.scope);
    return upToLimit(call, wanted).map((variable) => ({ json: { ...variable } }));
  },
};
