import '@travel-rule/federation/supergraph/quiet-apollo'
import { flushCompileCache } from 'node:module'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Logger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { type RunningService, runService } from '@travel-rule/service/run-service'
import type { Parsed } from '@travel-rule/service/settings'
import { GATEWAY_USAGE, readCommandLine } from './command-line.ts'
import { settings, settingsWithoutAuth } from './config.ts'
import { joinProcessGroup, PROCESS_COUNT, PROCESS_NUMBER, type ProcessGroup } from './processes/worker-group.ts'
import { TUNING } from './tuning.ts'

type Environment = Record<string, string | undefined>

/**
 * Runs the gateway as this process, with the settings in `env` and those of the command line. If several processes are
 * configured, this is the primary one, which starts the others with the same arguments.
 */
export async function runGateway(args: readonly string[], env: Environment): Promise<void> {
  const command = readCommandLine(args, env)
  switch (command.kind) {
    case 'help':
      process.stdout.write(`${GATEWAY_USAGE}\n`)
      return
    case 'invalid':
      process.stderr.write(`gateway: ${command.problem}\n\n${GATEWAY_USAGE}\n`)
      process.exitCode = 1
      return
    case 'run': {
      Object.assign(env, command.env)
      if (args.length > 0) await generateMissingKeys(env)
      const stop = new AbortController()
      const group = joinGroup(env, () => stop.abort())
      const run = { name: 'gateway', process: group?.number, stopSignal: stop.signal }
      if (command.noAuth) return runService({ ...run, settings: settingsWithoutAuth, start: startWithoutAuth(group) })
      return runService({ ...run, settings, start: startWithAuth(group) })
    }
  }
}

/** The process group if a primary process has started this process, otherwise `undefined`. */
function joinGroup(env: Environment, stop: () => void): ProcessGroup | undefined {
  const [number, count] = [Number(env[PROCESS_NUMBER]), Number(env[PROCESS_COUNT])]
  return number > 0 && count > 0 ? joinProcessGroup({ number, count }, stop) : undefined
}

type Start<C> = (config: C, logger: Logger, signal: AbortSignal) => Promise<RunningService>

function startWithAuth(group: ProcessGroup | undefined): Start<Parsed<typeof settings>> {
  return async (given, logger, signal) => {
    const config = { ...TUNING, ...given }
    if (isPrimary(config, group)) {
      const { startPrimary } = await import('./start-primary.ts')
      return startPrimary(config, ['identityProvider', ...CHECKS], logger, signal)
    }
    // The primary process does not load the rest of the gateway.
    const { start } = await import('./start.ts')
    return cached(await start(config, logger, signal, group))
  }
}

function startWithoutAuth(group: ProcessGroup | undefined): Start<Parsed<typeof settingsWithoutAuth>> {
  return async (given, logger, signal) => {
    const { assertionKeys = (await generateAssertionKeys()).keys, ...rest } = given
    const config = { ...TUNING, ...rest }
    const { openNoAuthAccess } = await import('./no-auth-access.ts')
    const access = await openNoAuthAccess({ host: config.host, assertionKeys })
    if (group === undefined) {
      process.stderr.write(WARNING)
      logger.warn('authentication is off: every caller on this machine has every scope')
    }
    if (isPrimary(config, group)) {
      const { startPrimary } = await import('./start-primary.ts')
      return startPrimary({ ...config, assertionKeys }, CHECKS, logger, signal)
    }
    const { startGateway } = await import('./start.ts')
    return cached(await startGateway(config, { access, metrics: openMetrics('gateway'), group }, logger, signal))
  }
}

/** The readiness checks of a process, besides those of its access. */
const CHECKS = ['supergraph', 'api']

function isPrimary({ processes }: { readonly processes: number }, group: ProcessGroup | undefined): boolean {
  return group === undefined && processes > 1
}

/** Stores the compile cache right after the start, since a killed process would not store it. */
function cached(running: RunningService): RunningService {
  setImmediate(flushCompileCache)
  return running
}

/** A gateway started from the command line needs no configured keys: it generates temporary ones. */
async function generateMissingKeys(env: Environment): Promise<void> {
  if (env.GATEWAY_ASSERTION_KEYS || env.GATEWAY_ASSERTION_KEYS_FILE) return
  env.GATEWAY_ASSERTION_KEYS = JSON.stringify(await generateAssertionKeys())
}

const WARNING = `
****************************************************************
*                   NO AUTHENTICATION                          *
*  Every client of this port has every scope.                  *
*  It listens on this machine only. Use it with test data      *
*  only.                                                       *
****************************************************************

`
