/** The file that a version runs, as it was uploaded. */
interface PackageInfo {
  name: string;
  /** Bytes; null where no file came with the name. */
  size: number | null;
  sha256: string | null;
}

interface DockerInfo {
  image: string;
  dockerCredentialsId: string | null;
}

export interface JobVersionDetails {
  releaseNote: string | null;
  runtimeVersion: string | null;
  commandLine: string | null;
  packageInfo: PackageInfo | null;
  dockerInfo: DockerInfo | null;
  extraTechnology: { language: string; version: string } | null;
  /** Of platforms that ask for them with the version. */
  resources: { cpu: number; memory: number; disk: number } | null;
  sourceUrl: string | null;
}
