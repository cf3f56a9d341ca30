import type { Reporter, TestCase, TestModule } from 'vitest/node'

const LINES_MAX = 30

/**
 * After all other output, prints which tests were skipped because this machine lacks a real part, and why. A run that
 * filters tests by title skips the others on purpose, and prints nothing.
 */
export class UnmetParts implements Reporter {
  readonly #isFiltered = process.argv.some((argument) => /^(-t|--testNamePattern)/.test(argument))

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    if (skipped.length === 0) return
    process.stdout.write(`\nNot tried on this machine, ${skipped.length} tests:\n`)
    for (const test of skipped.slice(0, LINES_MAX)) process.stdout.write(`  ${lineOf(test)}\n`)
    if (skipped.length > LINES_MAX) process.stdout.write(`  … and ${skipped.length - LINES_MAX} more\n`)
  }
}

function lineOf(test: TestCase): string {
  const result = test.result()
  const reason = result.state === 'skipped' ? result.note : undefined
  return reason === undefined ? test.fullName : `${test.fullName} (${reason})`
}
