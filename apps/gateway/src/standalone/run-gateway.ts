import '@travel-rule/federation/supergraph/quiet-apollo'
import { flushCompileCache } from 'node:module'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Logger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { type RunningService, runService } from '@travel-rule/service/run-service'
import type { Parsed } from '@travel-rule/service/settings'
import { settings, settingsWithoutAuth } from '../config.ts'
import { start, startGateway } from '../start.ts'
import { GATEWAY_USAGE, readCommandLine } from './command-line.ts'
import { openNoAuthAccess } from './no-auth-access.ts'

type Environment = Record<string, string | undefined>

/** Runs the gateway as this process, with the settings in `env` and those of the command line. */
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
    case 'run':
      Object.assign(env, command.env)
      if (command.noAuth)
        return runService({ name: 'gateway', settings: settingsWithoutAuth, start: cached(startWithoutAuth) })
      if (args.length > 0) await generateMissingKeys(env)
      return runService({ name: 'gateway', settings, start: cached(start) })
  }
}

type Start<C> = (config: C, logger: Logger, signal: AbortSignal) => Promise<RunningService>

/** Also stores the compile cache at the start, since a killed process would not store it. */
function cached<C>(start: Start<C>): Start<C> {
  return async (config, logger, signal) => {
    const running = await start(config, logger, signal)
    setImmediate(flushCompileCache)
    return running
  }
}

const startWithoutAuth: Start<Parsed<typeof settingsWithoutAuth>> = async (settings, logger, signal) => {
  const { assertionKeys, ...config } = settings
  const access = await openNoAuthAccess({ host: config.host, assertionKeys })
  process.stderr.write(WARNING)
  logger.warn('authentication is off: every caller on this machine has every scope')
  return startGateway(config, { access, metrics: openMetrics('gateway') }, logger, signal)
}

/**
 * A gateway started from the command line needs no configured keys: it generates keys for one run.
 */
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
