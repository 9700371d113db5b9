import type { JobVersionDetails } from '../store/jobs';
import type { SandboxStore } from '../store/store';
import { TECHNOLOGY_IDS } from '../ids';

/** Packages by technology. In the command line, `{file}` is the name of the package. */
const PACKAGES: Record<
  string,
  [extension: string, runtimeVersion: string, commandLine: string, content: string]
> = {
  [TECHNOLOGY_IDS.bash]: ['sh', '5.2', 'bash {file}', '#!/bin/bash\nset -eu\necho "Done"\n'],
  [TECHNOLOGY_IDS.java]: ['jar', '21', 'java -jar {file}', 'PK\u0003\u0004 a JAR of the sandbox\n'],
  [TECHNOLOGY_IDS.python]: [
    'py',
    '3.12',
    'python {file}',
    'import sys\n\nprint("Done")\nsys.exit(0)\n',
  ],
  [TECHNOLOGY_IDS.r]: ['R', '4.3', 'Rscript {file}', 'cat("Done\\n")\n'],
  [TECHNOLOGY_IDS.spark]: [
    'py',
    '3.5',
    'spark-submit {file}',
    'from pyspark.sql import SparkSession\n\nSparkSession.builder.getOrCreate()\n',
  ],
  [TECHNOLOGY_IDS.sql]: ['sql', 'ANSI', 'run {file}', 'SELECT count(*) FROM orders;\n'],
};

export function buildDemoVersion(
  store: SandboxStore,
  { name = 'job', technologyId = '' }: { name?: string; technologyId?: string },
): Partial<JobVersionDetails> {
  const [extension, runtimeVersion, commandLine, text] = PACKAGES[technologyId] ?? [];
  if (!extension || !commandLine) return {};
  const file = `${name.toLowerCase().replaceAll(' ', '-')}.${extension}`;
  const content = new TextEncoder().encode(text);
  const isSpark = technologyId === TECHNOLOGY_IDS.spark;
  return {
    releaseNote: 'First version',
    runtimeVersion,
    commandLine: commandLine.replace('{file}', file),
    packageInfo: { name: file, size: content.length, sha256: store.packages.add(content) },
    extraTechnology: isSpark ? { language: 'Python', version: '3.12' } : null,
    sourceUrl: `https://git.invalid/jobs/${file}`,
  };
}
