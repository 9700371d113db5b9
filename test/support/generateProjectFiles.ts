import type { InputFile } from '../../platform/projectFiles/files/projectFolder';
import { wrapBytes, type FileContent } from '../../platform/common/content/fileContent';

export interface ProjectSize {
  jobs: number;
  packageBytes: number;
  pipelines: number;
  apps: number;
}

/** Generates the files of a project. Each job has a variable, and a package whose bytes are generated when they are read. */
export function generateProjectFiles({
  jobs,
  packageBytes,
  pipelines,
  apps,
}: ProjectSize): InputFile[] {
  const json = (path: string, value: unknown): InputFile => ({
    path,
    content: wrapBytes(Buffer.from(JSON.stringify(value))),
  });
  const listIndexes = (count: number) => Array.from({ length: count }, (_, index) => index);
  return [
    json('project.json', { format: 1 }),
    ...listIndexes(jobs).flatMap((index) => [
      json(`jobs/job_${index}.json`, {
        alias: `job_${index}`,
        name: `Job ${index}`,
        category: 'Extraction',
        technology: { label: 'Python' },
        version: { commandLine: 'python {file}', package: 'main.py' },
        variables: [{ name: 'DAY', value: String(index) }],
      }),
      {
        path: `jobs/job_${index}/main.py`,
        content: generateContent(Math.round(packageBytes), index),
      },
    ]),
    ...listIndexes(pipelines).map((index) =>
      json(`pipelines/pipeline_${index}.json`, {
        alias: `pipeline_${index}`,
        name: `Pipeline ${index}`,
        version: {
          graph: {
            jobs: [
              { node: 'a', job: `job_${index % jobs}`, next: ['b'] },
              { node: 'b', job: `job_${(index + 1) % jobs}` },
            ],
          },
        },
      }),
    ),
    ...listIndexes(apps).map((index) =>
      json(`apps/app_${index}.json`, {
        name: `app_${index}`,
        technology: { label: 'Notebook' },
        version: { context: '4.3', ports: [{ number: 8888 }] },
      }),
    ),
  ];
}

function generateContent(size: number, seed: number): FileContent {
  const chunkBytes = 64 * 1024;
  return {
    size,
    fileName: 'main.py',
    open: function* () {
      for (let start = 0; start < size; start += chunkBytes) {
        yield Buffer.alloc(Math.min(chunkBytes, size - start), seed % 251);
      }
    },
  };
}
