import type { GraphQLInputObjectType } from 'graphql';
import type { FileContent } from '../../content/fileContent';
import { hasInputPath, inputObject, type WantedInput } from '../../graphql/call/inputObject';
import { fileArgument, inputArgument } from '../../graphql/call/commonArguments';
import type { RootFieldCall } from '../../graphql/call/callRootField';
import type { RootField } from '../../graphql/schema/rootFields';
import { placesOf } from '../entityFields';
import { JOB } from './fields';

/** What can be set of a job; null empties. */
export interface JobSettings {
  name?: string;
  alias?: string | null;
  description?: string | null;
  category?: string;
  isScheduled?: boolean;
  /** Five fields, as in `0 6 * * 1-5`. */
  cronScheduling?: string | null;
  scheduleTimezone?: string | null;
  isStreaming?: boolean;
  doesUseGPU?: boolean;
  /** An object, or JSON text of one. */
  resources?: unknown;
  /** An object, or JSON text of one. */
  alerting?: unknown;
}

export interface NewJob extends JobSettings {
  projectId: string;
  name: string;
  category: string;
  technologyId: string;
}

/** What can be set of a version of a job. */
export interface JobVersionSettings {
  commandLine?: string;
  runtimeVersion?: string;
  releaseNote?: string;
  dockerImage?: string;
  dockerCredentialsId?: string;
  extraLanguage?: string;
  extraLanguageVersion?: string;
  /** The package's name on the platform; otherwise the file's. */
  packageName?: string;
  sourceUrl?: string;
  /** Keep the file of the version before. */
  usePreviousArtifact?: boolean;
}

/** Settings by our names, and fields by the platform's own. */
export interface Settings<T> {
  values: T;
  more?: Record<string, unknown>;
}

export interface NewVersion extends Settings<JobVersionSettings> {
  /** The package. */
  file?: FileContent;
}

const JOB_PLACES = placesOf(JOB.settings);
const VERSION_PLACES = placesOf(JOB.version);

/** Platforms before 2022 require them with every version: CPUs, and MB. */
const LEAST_RESOURCES = { cpu: 0.3, memory: 512, disk: 512 };

export function newJobInput(
  type: GraphQLInputObjectType,
  { values, more }: Settings<NewJob>,
): Record<string, unknown> {
  const hasSchedule = values.cronScheduling !== undefined;
  return inputObject(type, {
    values: { ...values, isScheduled: values.isScheduled ?? (hasSchedule || undefined) },
    places: JOB_PLACES,
    defaults: { isScheduled: false, isStreaming: false, doesUseGPU: false },
    more,
  });
}

export function jobChanges({ values, more }: Settings<JobSettings>): WantedInput {
  return { values: { ...values }, places: JOB_PLACES, more };
}

/** The arguments that carry a version, and its file where there is one. */
export function versionCall(root: RootField, { values, more, file }: NewVersion): RootFieldCall {
  const { name, type } = inputArgument(root, 'jobVersion');
  const fileName = hasInputPath(type, 'packageInfo.name') ? file?.fileName : undefined;
  const input = inputObject(type, {
    values: { ...values, packageName: values.packageName ?? fileName },
    places: VERSION_PLACES,
    defaults: hasInputPath(type, 'resources.cpu') ? { resources: LEAST_RESOURCES } : {},
    more,
  });
  if (!file) return { arguments: { [name]: input } };
  return {
    arguments: { [name]: input, [fileArgument(root)]: 'package' },
    openFile: async () => file,
  };
}
