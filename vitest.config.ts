import { statfsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { FailedSoFar } from './e2e/real-parts/failed-so-far.ts'
import { UnmetParts } from './e2e/real-parts/unmet-parts.ts'
import { openRunFolder } from './packages/embedded-postgres/src/testing/run-folder.ts'

// Two copies of graphql would be loaded without this alias (one as ESM, one as CommonJS).
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }]

/**
 * Tests wait for events, never for a time: these only bound how long a failure takes, on a busy
 * machine too.
 */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
}

/** Compiled sources, for this process, its workers and every process that a test starts. */
if (!process.argv.includes('--coverage')) {
  process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/tests`
}

/** More than the number of cores, since tests of processes wait; six on two cores are no faster than four. */
const WORKERS_MAX = availableParallelism() + 2

/** What the databases, nodes and browsers of a run need at the same time, and room to spare. */
const MEMORY_FOLDER_BYTES = WORKERS_MAX * 2e9

/** Copying a database takes a second on a slow disk, and a twentieth of that in memory. */
if (process.env.TMPDIR === undefined && hasRoom('/dev/shm')) process.env.TMPDIR = '/dev/shm'
openRunFolder()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, freemem()) >= MEMORY_FOLDER_BYTES
  } catch {
    return false
  }
}

/** The longest files, stories and then conformance: begun last, they would run alone in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'stories' ? 0 : moduleId.includes('/conformance/') ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    env: { APOLLO_TELEMETRY_DISABLED: 'true' },
    // One process runs many files: loading the sources again for each costs more than most tests.
    isolate: false,
    maxWorkers: WORKERS_MAX,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new FailedSoFar(), new UnmetParts()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'apps/**/*.test.ts',
            'packages/**/*.test.ts',
            'conformance/**/*.test.ts',
            'tools/**/*.test.ts',
            'scripts/**/*.test.ts',
            'deploy/**/*.test.ts',
          ],
          globalSetup: ['packages/embedded-postgres/src/testing/global-setup.ts'],
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [
            'e2e/harness/shared-node-setup.ts',
            'e2e/harness/cluster-template-setup.ts',
            'e2e/real-parts/keycloak-setup.ts',
          ],
          ...limits,
        },
      },
    ],
  },
})
