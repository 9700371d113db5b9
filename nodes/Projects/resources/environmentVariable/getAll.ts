import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation';
import { pagingFields, upToLimit } from '../../../shared/paging';
import { readCollection } from '../../../shared/parameters/readCollection';
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
    const { execution, itemIndex, client, options } = call;
    const place = readPlace(call);
    const { includeWiderScopes } = readCollection(execution, 'options', itemIndex);
    const variables = await client.variables.list(place, options);
    const wanted = variables.filter(
      ({ scope }) => includeWiderScopes === true || scope === place.scope,
    );
    return upToLimit(execution, itemIndex, wanted).map((variable) => ({ json: { ...variable } }));
  },
};
