import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { OperatorError } from './operator-error.ts'

export {
  addressesSetting,
  booleanSetting,
  bytesSetting,
  countSetting,
  databaseConnectionsSetting,
  databaseUrlSetting,
  drainSecondsSetting,
  issuerSetting,
  jsonSetting,
  listSetting,
  logLevelSetting,
  mapSetting,
  parsedSetting,
  partsSetting,
  portSetting,
  secondsSetting,
  signingKeysSetting,
  timerSecondsSetting,
  urlSetting,
} from './setting-schemas.ts'

/** One setting: its variable, its check and its documentation. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Name of the environment variable; `<NAME>_FILE` may name a file with the value instead. */
  readonly variable: string
  /** Parses the string. A schema that accepts `undefined` makes the setting optional. */
  readonly schema: Schema
  /** Used when the variable is absent or empty. */
  readonly default?: string
  readonly description: string
  /** Never printed, neither in problems nor in generated documentation. */
  readonly secret?: boolean
  readonly example?: string
  /** Variables of earlier versions whose values belong here now. A process that finds one refuses to start. */
  readonly formerly?: readonly string[]
}

/** The documentation of a setting. */
export interface DescribedSetting {
  readonly key: string
  readonly variable: string
  readonly description: string
  readonly default: string | undefined
  readonly example: string | undefined
  readonly secret: boolean
  /** True without a default, unless the schema accepts `undefined`. */
  readonly required: boolean
}

type Settings = Readonly<Record<string, Setting>>

/** All settings of one service; iterates in the order of definition. */
export interface SettingsDescription<S extends Settings = Settings> extends Iterable<DescribedSetting> {
  readonly settings: S
}

/** The result of `readSettings`: `type Config = Parsed<typeof settings>`. */
export type Parsed<D extends SettingsDescription> = {
  readonly [Key in keyof D['settings']]: z.output<D['settings'][Key]['schema']>
}

/** The error of `readSettings`: all problems, each starting with the name of its variable. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError'
}

/**
 * The description of a service's settings.
 *
 * Throws when a name is not valid for an environment variable or occurs twice, or when a default fails its own schema.
 */
export function defineSettings<const S extends Settings>(settings: S): SettingsDescription<S> {
  const seen = new Set<string>()
  for (const { variable, schema, default: fallback } of Object.values(settings)) {
    if (!/^[A-Z][A-Z0-9_]*$/.test(variable)) throw new Error(`"${variable}" is not the name of an environment variable`)
    if (seen.has(variable)) throw new Error(`${variable} is described twice`)
    seen.add(variable)
    if (fallback !== undefined && !schema.safeParse(fallback).success) {
      throw new Error(`${variable} refuses its own default`)
    }
  }
  return { settings, [Symbol.iterator]: () => describe(settings) }
}

/**
 * The parsed settings, read from `env` (usually `process.env`).
 *
 * An empty variable counts as absent. Throws `SettingsError` with all problems at once.
 */
export function readSettings<D extends SettingsDescription>(
  description: D,
  env: Readonly<Record<string, string | undefined>>,
): Parsed<D> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [key, setting] of Object.entries(description.settings)) {
    const read = readSetting(setting, env)
    if ('problem' in read) problems.push(`${setting.variable}: ${read.problem}`)
    else values[key] = read.value
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return Object.freeze(values) as Parsed<D>
}

function* describe(settings: Settings): Generator<DescribedSetting> {
  for (const [key, setting] of Object.entries(settings)) {
    yield {
      key,
      variable: setting.variable,
      description: setting.description,
      default: setting.default,
      example: setting.example,
      secret: setting.secret === true,
      required: setting.default === undefined && !setting.schema.safeParse(undefined).success,
    }
  }
}

type Read = { readonly value: unknown } | { readonly problem: string }

function readSetting(setting: Setting, env: Readonly<Record<string, string | undefined>>): Read {
  const { variable, schema } = setting
  const former = setting.formerly?.filter((name) => env[name] || env[`${name}_FILE`]) ?? []
  if (former.length > 0) {
    const verb = former.length === 1 ? 'is' : 'are'
    return { problem: `replaces ${former.join(', ')}, which ${verb} still set: docs/upgrading.md says how` }
  }
  const value = env[variable] || undefined
  const file = env[`${variable}_FILE`] || undefined
  if (value !== undefined && file !== undefined) return { problem: `set twice, also as ${variable}_FILE: remove one` }
  let input = value ?? setting.default
  if (file !== undefined) {
    const content = readValueFile(file)
    if ('problem' in content) return { problem: `${content.problem} (${variable}_FILE is ${file})` }
    input = content.value
  }
  const parsed = schema.safeParse(input)
  if (parsed.success) return { value: parsed.data }
  if (input === undefined) return { problem: `required, but not set. ${setting.description}` }
  return { problem: describeProblem(setting, input, parsed.error) }
}

const VALUE_FILE_BYTES_MAX = 1_000_000

function readValueFile(path: string): { readonly value: string } | { readonly problem: string } {
  try {
    if (statSync(path).size > VALUE_FILE_BYTES_MAX) return { problem: 'its file is longer than 1 MB' }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: 'its file is empty' } : { value }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { problem: `its file cannot be read: ${FILE_PROBLEMS[code] ?? code}` }
  }
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
}

function describeProblem(setting: Setting, input: string, error: z.ZodError): string {
  const message = [...new Set(error.issues.map((issue) => issue.message))].join('; ')
  if (setting.secret === true) return message.includes(input) ? 'not valid (a secret, not shown)' : message
  const shown = input.length > 80 ? `${input.slice(0, 80)}…` : input
  return message.includes(input) ? message : `${message}, not "${shown}"`
}
