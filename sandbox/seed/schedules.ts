import type { SchedulePlayer } from '../schedules/player';
import type { SandboxStore } from '../store/store';
import { reportingJobs, reportingProject } from './dailyReporting';
import { minuteJobs, minuteProject } from './nightInMinutes';

/** Projects that live by their schedules, with the past that these have given them. */
export function seedSchedules(
  store: SandboxStore,
  schedules: SchedulePlayer,
  withRuns: boolean,
): void {
  const now = store.clock();
  store.together(() => {
    for (const project of [reportingProject, minuteProject]) store.addProject(project);
    const jobs = [...reportingJobs(now), ...minuteJobs(now)].map(
      ({ manualRunsAt = [], ...job }) => {
        const { id } = store.addJob(job);
        if (withRuns) for (const requestedAt of manualRunsAt) store.startRun(id, { requestedAt });
        return id;
      },
    );
    if (withRuns) schedules.playPast(jobs);
  });
}
