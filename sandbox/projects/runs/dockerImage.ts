import { TECHNOLOGY_LABELS } from '../../ids';
import type { SandboxStore } from '../../store/store';

/** The image that a version of a job runs in: its own, or that of its technology. */
export function effectiveDockerImage(store: SandboxStore, jobId: string, number: number): string {
  const details = store.jobVersion(jobId, number)?.details;
  if (details?.dockerInfo) return details.dockerInfo.image;
  const technology = TECHNOLOGY_LABELS[store.job(jobId)?.technologyId ?? ''] ?? 'generic';
  return `platform/${technology.toLowerCase()}:${details?.runtimeVersion ?? 'latest'}`;
}
