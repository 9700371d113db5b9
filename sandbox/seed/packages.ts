import type { JobVersionDetails } from '../store/jobs';
import type { SandboxStore } from '../store/store';
import { TECHNOLOGY_IDS } from '../ids';

interface Packaging {
  extension: string;
  runtimeVersion: string;
  /** With the package's name in place of {file}. */
  commandLine: string;
  content: string;
  extraTechnology?: JobVersionDetails['extraTechnology'];
}

const PACKAGING = new Map<string, Packaging>([
  [
    TECHNOLOGY_IDS.bash,
    {
      extension: 'sh',
      runtimeVersion: '5.2',
      commandLine: 'bash {file}',
      content: '#!/bin/bash\nset -eu\necho "Done"\n',
    },
  ],
  [
    TECHNOLOGY_IDS.java,
    {
      extension: 'jar',
      runtimeVersion: '21',
      commandLine: 'java -jar {file}',
      content: 'PK\u0003\u0004 a JAR of the sandbox\n',
    },
  ],
  [
    TECHNOLOGY_IDS.python,
    {
      extension: 'py',
      runtimeVersion: '3.12',
      commandLine: 'python {file}',
      content: 'import sys\n\nprint("Done")\nsys.exit(0)\n',
    },
  ],
  [
    TECHNOLOGY_IDS.r,
    {
      extension: 'R',
      runtimeVersion: '4.3',
      commandLine: 'Rscript {file}',
      content: 'cat("Done\\n")\n',
    },
  ],
  [
    TECHNOLOGY_IDS.spark,
    {
      extension: 'py',
      runtimeVersion: '3.5',
      commandLine: 'spark-submit {file}',
      content: 'from pyspark.sql import SparkSession\n\nSparkSession.builder.getOrCreate()\n',
      extraTechnology: { language: 'Python', version: '3.12' },
    },
  ],
  [
    TECHNOLOGY_IDS.sql,
    {
      extension: 'sql',
      runtimeVersion: 'ANSI',
      commandLine: 'run {file}',
      content: 'SELECT count(*) FROM orders;\n',
    },
  ],
]);

/** The first version of a demo job, with a package that can be downloaded. */
export function demoVersion(
  store: SandboxStore,
  { name = 'job', technologyId = '' }: { name?: string; technologyId?: string },
): Partial<JobVersionDetails> {
  const packaging = PACKAGING.get(technologyId);
  if (!packaging) return {};
  const { extension, runtimeVersion, commandLine, extraTechnology = null } = packaging;
  const file = `${name.toLowerCase().replaceAll(' ', '-')}.${extension}`;
  const content = new TextEncoder().encode(packaging.content);
  return {
    releaseNote: 'First version',
    runtimeVersion,
    commandLine: commandLine.replace('{file}', file),
    packageInfo: { name: file, size: content.length, sha256: store.packages.add(content) },
    extraTechnology,
    sourceUrl: `https://git.invalid/jobs/${file}`,
  };
}
