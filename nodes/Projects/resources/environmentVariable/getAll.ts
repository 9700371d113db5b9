import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { pagingFields, upToLimit } from '../../../shared/items/paging';
import { placeFields, readPlace } from './place';
import { optionsField } from '../../../shared/parameters/collections';

export const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many environment variables',
  description:
    'Get many environment variables of a scope. The values of passwords are not returned.',
  fields: [
    ...placeFields,
    ...pagingFields,
    optionsField('Which other variables to return', [
      {
        displayName: 'Include Wider Scopes',
        name: 'includeWiderScopes',
        type: 'boolean',
        default: true,
        description:
          'Whether to include variables of wider scopes that apply here, such as those of the project for a pipeline',
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
