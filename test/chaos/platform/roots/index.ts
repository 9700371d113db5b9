import type { World } from '../world';
import { appRoots } from './apps';
import { catalogFields } from './catalog';
import { Changes } from './changes';
import { jobRoots } from './jobs';
import { pipelineRoots } from './pipelines';
import { projectRoots as projectFields, variableRoots } from './projects';
import { runRoots } from './runs';
import { Shown } from './shown';

/** The root fields of the projects module, as graphql-js calls them with arguments that it has checked. */
export function projectRoots(world: World) {
  const shown = new Shown(world);
  const changes = new Changes(world);
  return {
    ...projectFields(world, shown, changes),
    ...jobRoots(world, shown, changes),
    ...pipelineRoots(world, shown, changes),
    ...appRoots(world, shown, changes),
    ...runRoots(world, shown),
    ...variableRoots(world, shown),
  };
}

export const catalogRoots = (world: World) => catalogFields(world, new Changes(world));
