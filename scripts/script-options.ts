import { parseArgs } from 'node:util'

export interface ScriptOptions {
  /** True if the script only checks that its files are fresh. */
  readonly check: boolean
  readonly names: readonly string[]
}

/**
 * The arguments of a script that knows `--check` and, with `names`, some of these names.
 *
 * Prints `usage` and exits for `--help` (0) and for anything else (1).
 */
export function readScriptOptions(usage: string, { names = [] }: { names?: readonly string[] } = {}): ScriptOptions {
  const options = { check: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: names.length > 0 })
    const unknown = positionals.filter((name) => !names.includes(name))
    if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}`)
    if (!values.help) return { check: values.check, names: positionals }
    process.stdout.write(usage)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(1)
  }
}
