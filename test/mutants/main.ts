/** Runs `npm run test:mutants`, which breaks the client and the nodes on purpose. It needs the result of `gulp build`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../start/paths';
import { Shutdown } from '../../start/shutdown';
import { readOptionsOrExit } from '../../sandbox/commandLine';
import { ChangedPackage } from '../support/changedPackage';
import { randomNumbers } from '../support/random';
import { findFunctionAround, findFunctions } from './functions';
import { describeMutation, applyMutation, findMutations, type Mutation } from './mutations';
import { endTests, findFirstFailure } from './runTests';
import {
  findSources,
  chooseTests,
  readTouchedFunctions,
  type ChosenTests,
  type Touched,
} from './touchedFunctions';

const USAGE = `Changes one operator, condition or call of the platform client or the nodes at a time, and checks whether a test fails.

  npm run test:mutants -- [options]

  --count <n>    number of changes (default 100)
  --seed <n>     seed for the random choice of changes (default 1)
  --at-once <n>  number of changes that are tried at the same time (default 2)
  --in <path>    change only files whose path starts with this text, for example nodes/Projects
  --help         print this text

  The first run records which functions each test calls, in .local/mutants/touchedBy.json. Delete this file after larger changes
  of the code.
`;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '2' },
      in: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const numbers = [values.count, values.seed, values['at-once']].map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
    throw new Error('--count, --seed and --at-once must be whole numbers greater than 0');
  }
  const [count = 0, seed = 0, atOnce = 0] = numbers;
  return { count, seed, atOnce, below: values.in };
}

const { count, seed, atOnce, below } = readOptionsOrExit(USAGE, readOptions);
/** Maximum time of the tests of one mutant, measured without the mutant. */
const MAX_TEST_SECONDS = 150;

const readText = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

function findTests({ file, start }: Mutation, touched: Touched): ChosenTests[] {
  const around = findFunctionAround(findFunctions(file, readText(file)), start);
  return chooseTests(touched, file, around?.start, MAX_TEST_SECONDS);
}

/** Tests a copy of the project with a mutation. @returns failed test file, or undefined if the mutant survives */
async function tryMutation(
  copy: ChangedPackage,
  mutation: Mutation,
  tests: ChosenTests[],
): Promise<string | undefined> {
  const text = readText(mutation.file);
  copy.write(mutation.file, applyMutation(text, mutation));
  try {
    const isBuilt = await copy.build().then(
      () => true,
      () => false,
    );
    if (!isBuilt) return 'the build';
    return tests.length > 0 ? await findFirstFailure(copy.folder, tests) : undefined;
  } finally {
    copy.write(mutation.file, text);
  }
}

async function main(): Promise<number> {
  const touched = await readTouchedFunctions();
  const all = findSources(projectRoot)
    .filter((file) => file.startsWith(below))
    .flatMap((file) => findMutations(file, readText(file)));
  const random = randomNumbers(seed);
  const chosen = new Set<Mutation>();
  while (chosen.size < Math.min(count, all.length)) {
    chosen.add(all[Math.floor(random() * all.length)] as Mutation);
  }
  const untried = chosen.values();
  const survivors: string[] = [];
  let tried = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      const copy = new ChangedPackage(`mutants/copy-${index}`);
      for (const mutation of untried) {
        const tests = findTests(mutation, touched);
        const failure = await tryMutation(copy, mutation, tests);
        tried++;
        const line = describeMutation(readText(mutation.file), mutation);
        if (!failure) survivors.push(line);
        console.log(
          failure
            ? `noticed   ${line}  by ${failure}`
            : `SURVIVED  ${line}  (${tests.length} test files)`,
        );
      }
    }),
  );
  console.log(`\nSurvivors:\n${survivors.sort().join('\n')}`);
  const noticed = tried - survivors.length;
  console.log(
    `\n${noticed} of ${tried} noticed (${Math.round((noticed / tried) * 100)}%) with seed ${seed}. ${all.length} changes are possible.`,
  );
  return 0;
}

const shutdown = new Shutdown();
shutdown.addCleanup(async () => await Promise.resolve(endTests()));
void shutdown.exitAfter(main());
