import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/**
 * When the run is interrupted, prints the tests that have failed so far. Otherwise, the results of a file are printed
 * only at its end.
 */
export class FailedSoFar implements Reporter {
  readonly #failed: string[] = []
  #passed = 0
  #isInterrupted = false

  onInit(): void {
    // Never removed: npm repeats the terminal's Ctrl-C, which must not kill the process that ends all others.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#print(signal))
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed') this.#passed += 1
    if (state === 'failed') this.#add(`${test.module.relativeModuleId} > ${test.fullName}`, errors)
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#add(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    this.#add(module.relativeModuleId, module.errors())
  }

  #add(name: string, errors: readonly { readonly message: string }[]): void {
    if (errors.length === 0) return
    const [first = ''] = errors.map(({ message }) => message.split('\n', 1)[0])
    this.#failed.push(`  ${name}\n    ${first}`)
  }

  #print(signal: NodeJS.Signals): void {
    if (this.#isInterrupted) return
    this.#isInterrupted = true
    const failures = this.#failed.length === 0 ? 'none failed.' : `these failed:\n${this.#failed.join('\n')}`
    process.stdout.write(
      `\n${signal} after ${this.#passed} passed tests; ${failures}\nEnding what the tests started …\n`,
    )
  }
}
