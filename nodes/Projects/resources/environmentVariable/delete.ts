import type { ProjectsOperation } from '../types';
import { readParameter } from '../../../shared/parameters/readParameter';
import { placeFields, readPlace, variableName } from './place';

export const deleteOperation: ProjectsOperation = {
  value: 'delete',
  name: 'Delete',
  action: 'Delete environment variable',
  description: 'Delete the environment variable that has the name',
  fields: [...placeFields, variableName],

  async run(call) {
    const { execution, itemIndex, client, signal } = call;
    const place = readPlace(call);
    const name = readParameter(execution, 'name', itemIndex, '');
    const { projects } = client.platform;
    const options = { signal };
    return {
      json: { ...(await client.api.deleteEnvironmentVariable(projects, place, name, options)) },
    };
  },
};
