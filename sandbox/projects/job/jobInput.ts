import { badInput, notFound } from '../../graphql/resolvers';
import type { JobSettings, JobVersionDetails } from '../../store/jobs';
import type { SandboxStore } from '../../store/store';
import { type AlertingInput, nameOf } from '../inputs';
import { dockerInfoOf } from '../versioned';

/** What an input can set. */
export const SETTINGS = [
  'isScheduled',
  'cronScheduling',
  'scheduleTimezone',
  'isStreaming',
  'doesUseGPU',
  'resources',
] as const;

type SettingsInput = Partial<Pick<JobSettings, (typeof SETTINGS)[number]>> & {
  alerting?: AlertingInput | null;
};

export interface JobInput extends SettingsInput {
  projectId: string;
  name: string;
  alias?: string | null;
  description?: string | null;
  category: string;
  technology: { id: string };
}

export interface JobEditionInput extends SettingsInput {
  id: string;
  name?: string | null;
  alias?: string | null;
  description?: string | null;
}

export interface JobVersionInput {
  releaseNote?: string | null;
  runtimeVersion?: string | null;
  commandLine?: string | null;
  usePreviousArtifact?: boolean | null;
  packageInfo?: { name: string; usePreviousArtifact?: boolean | null } | null;
  dockerInfo?: { image: string; dockerCredentialsId?: string | null } | null;
  extraTechnology?: { language: string; version: string } | null;
  resources?: JobVersionDetails['resources'];
  sourceUrl?: string | null;
}

/** The details of a version. A file is counted and hashed; without one the previous file may go on. */
export async function versionOf(
  store: SandboxStore,
  input: JobVersionInput,
  file: File | null | undefined,
  previous?: JobVersionDetails,
): Promise<JobVersionDetails> {
  return {
    releaseNote: input.releaseNote ?? null,
    runtimeVersion: input.runtimeVersion ?? null,
    commandLine: input.commandLine ?? null,
    packageInfo: await packageOf(store, input, file, previous),
    dockerInfo: dockerInfoOf(store, input.dockerInfo),
    extraTechnology: input.extraTechnology ?? null,
    resources: input.resources ?? null,
    sourceUrl: input.sourceUrl ?? null,
  };
}

async function packageOf(
  store: SandboxStore,
  { packageInfo, usePreviousArtifact }: JobVersionInput,
  file: File | null | undefined,
  previous: JobVersionDetails | undefined,
): Promise<JobVersionDetails['packageInfo']> {
  if (packageInfo && /[/\\]|^\.{1,2}$/.test(nameOf(packageInfo.name))) {
    throw badInput(`${packageInfo.name} is not the name of a file`);
  }
  if (file) {
    const content = new Uint8Array(await file.arrayBuffer());
    const sha256 = store.packages.add(content);
    return { name: packageInfo?.name ?? file.name, size: content.length, sha256 };
  }
  if (!(usePreviousArtifact ?? packageInfo?.usePreviousArtifact)) {
    return packageInfo ? { name: packageInfo.name, size: null, sha256: null } : null;
  }
  if (!previous?.packageInfo) throw badInput('There is no file of a previous version to use');
  return previous.packageInfo;
}

/** Throws where the catalog is there and does not have the technology. */
export function checkTechnology(store: SandboxStore, id: string): void {
  // A sandbox without a catalog takes any technology.
  if (store.catalog.repositories().length > 0 && !store.catalog.technology(id)) {
    throw notFound('Technology', id);
  }
}
