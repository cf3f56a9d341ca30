import { defineConfig } from 'vitest/config'

// Two copies of graphql would be loaded without this alias (one as ESM, one as CommonJS).
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }]

/** What is polled for comes at once; on a busy machine that may take a while. It only bounds how long a failure takes. */
const POLL_MS = 15_000

export default defineConfig({
  resolve: { alias },
  test: {
    env: { APOLLO_TELEMETRY_DISABLED: 'true' },
    projects: [
      {
        resolve: { alias },
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
          testTimeout: 20_000,
          expect: { poll: { timeout: POLL_MS } },
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'stories',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/harness/shared-node-setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: POLL_MS } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
