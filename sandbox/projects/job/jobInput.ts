import { badInput, requireFound } from '../../graphql/refusals';
import type { JobVersionDetails } from '../../store/jobs';
import type { SandboxStore } from '../../store/store';
import { checkName } from '../inputs';
import { type DockerInfoInput, readDockerInfo } from '../versioned';

export type JobVersionInput = Partial<Omit<JobVersionDetails, 'packageInfo' | 'dockerInfo'>> & {
  usePreviousArtifact?: boolean | null;
  packageInfo?: { name: string; usePreviousArtifact?: boolean | null } | null;
  dockerInfo?: DockerInfoInput | null;
};

export async function readVersion(
  store: SandboxStore,
  input: JobVersionInput,
  file: File | null | undefined,
  previous?: JobVersionDetails,
): Promise<Partial<JobVersionDetails>> {
  return {
    ...input,
    packageInfo: await readPackage(store, input, file, previous),
    dockerInfo: readDockerInfo(store, input.dockerInfo),
  };
}

async function readPackage(
  store: SandboxStore,
  { packageInfo, usePreviousArtifact }: JobVersionInput,
  file: File | null | undefined,
  previous: JobVersionDetails | undefined,
): Promise<JobVersionDetails['packageInfo']> {
  if (packageInfo && /[/\\]|^\.{1,2}$/.test(checkName(packageInfo.name))) {
    throw badInput(`${packageInfo.name} is not a file name`);
  }
  if (file) {
    const content = new Uint8Array(await file.arrayBuffer());
    const sha256 = store.packages.add(content);
    return { name: packageInfo?.name ?? file.name, size: content.length, sha256 };
  }
  if (!(usePreviousArtifact ?? packageInfo?.usePreviousArtifact)) {
    return packageInfo ? { name: packageInfo.name, size: null, sha256: null } : null;
  }
  if (!previous?.packageInfo) throw badInput('The previous version has no file to reuse');
  return previous.packageInfo;
}

export function checkTechnology(store: SandboxStore, id: string): void {
  // A sandbox with an empty catalog accepts any technology.
  if (store.catalog.list().length > 0) requireFound(store.catalog.technology(id), 'Technology', id);
}
