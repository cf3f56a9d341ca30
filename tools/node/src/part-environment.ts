import type { Part } from './parts.ts'

/** Whether the operator gives `variable`, itself or as `<variable>_FILE`. */
export function isGiven(env: NodeJS.ProcessEnv, variable: string): boolean {
  return (env[variable] ?? '') !== '' || (env[`${variable}_FILE`] ?? '') !== ''
}

/**
 * The environment of a part: its own settings, over them what the operator gives, over that what the node relies on, its ports among it.
 *
 * What npm adds stays out, and so does every empty variable. A setting that the operator gives as a file is not given twice.
 */
export function partEnvironment(part: Part, env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const ports = Object.entries(part.ports).map(([name, port]) => [name, String(port)])
  const fixed: Readonly<Record<string, string>> = { ...part.fixedEnv, ...Object.fromEntries(ports) }
  const given = Object.entries(env).filter(
    ([name, value]) => value !== '' && !name.startsWith('npm_') && !isFileOf(fixed, name),
  )
  const own = Object.entries(part.env).filter(([name]) => !isGiven(env, name))
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: `${dataDir}/compile-cache`,
    APOLLO_TELEMETRY_DISABLED: 'true',
    ...Object.fromEntries(own),
    ...Object.fromEntries(given),
    ...fixed,
  }
}

function isFileOf(fixed: object, name: string): boolean {
  return name.endsWith('_FILE') && Object.hasOwn(fixed, name.slice(0, -'_FILE'.length))
}
