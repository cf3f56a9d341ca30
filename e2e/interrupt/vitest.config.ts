import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/** The configuration of all tests, for the files of this folder, which are to be interrupted. */
export default defineConfig({
  ...config,
  root: `${import.meta.dirname}/../..`,
  test: {
    ...config.test,
    projects: (config.test?.projects ?? []).map((project) => {
      if (typeof project !== 'object' || !('test' in project)) return project
      return { ...project, test: { ...project.test, include: [`e2e/interrupt/${project.test?.name}.fixture.ts`] } }
    }),
  },
})
