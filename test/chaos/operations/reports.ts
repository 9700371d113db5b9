import { READS } from './kinds';
import { addEntity, addJob, byId, type ChaosOperation } from './operation';

/** A report of a project with one job, which never ran. */
export const reportOperations: ChaosOperation[] = [
  {
    name: 'project.getReport',
    node: 'Projects',
    parameters: { projects: 'one', projectId: byId('projectId'), resources: 'jobs' },
    routes: [...READS, 'look'],
    prepare: (world, index, random) => {
      const project = addEntity(world.projects, world, { name: `Project ${index}` });
      const job = addJob(world, index, random);
      job.projectId = project.id;
      return { json: { projectId: project.id, jobId: job.id } };
    },
    falsehood: ({ item, outputs }) => {
      const [first, last] = [outputs[0]?.json, outputs[1]?.json];
      if (first?.id !== item.json.jobId) return `tells of ${String(first?.id)}`;
      if (first?.state !== 'idle' || first.runs !== 0) return `it is ${String(first?.state)}`;
      return last?.jobs === 1 ? undefined : `${String(last?.jobs)} jobs`;
    },
    outputsAnItem: 2,
  },
];
