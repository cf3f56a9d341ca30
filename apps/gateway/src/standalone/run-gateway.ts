import '@travel-rule/federation/supergraph/quiet-apollo'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Logger } from '@travel-rule/service/logger'
import { type RunningService, runService } from '@travel-rule/service/run-service'
import type { Parsed } from '@travel-rule/service/settings'
import { keepCompiled } from '../compile-cache.ts'
import { settings, settingsWithoutAuth } from '../config.ts'
import { start, startGateway } from '../start.ts'
import { GATEWAY_USAGE, readCommandLine } from './command-line.ts'
import { openNoAuthAccess } from './no-auth-access.ts'

type Environment = Record<string, string | undefined>

/** Runs a gateway as this process, by the settings in `env` and what the command line adds to them. */
export async function runGateway(args: readonly string[], env: Environment): Promise<void> {
  const command = readCommandLine(args, env)
  switch (command.kind) {
    case 'help':
      process.stdout.write(`${GATEWAY_USAGE}\n`)
      return
    case 'wrong':
      process.stderr.write(`gateway: ${command.problem}\n\n${GATEWAY_USAGE}\n`)
      process.exitCode = 1
      return
    case 'run':
      Object.assign(env, command.env)
      if (command.noAuth)
        return runService({ name: 'gateway', settings: settingsWithoutAuth, start: kept(startWithoutAuth) })
      if (args.length > 0) await giveKeys(env)
      return runService({ name: 'gateway', settings, start: kept(start) })
  }
}

type Start<C> = (config: C, logger: Logger, signal: AbortSignal) => Promise<RunningService>

/** The same; what was compiled for it is kept for the next start. */
function kept<C>(start: Start<C>): Start<C> {
  return async (config, logger, signal) => {
    const running = await start(config, logger, signal)
    setImmediate(keepCompiled)
    return running
  }
}

const startWithoutAuth: Start<Parsed<typeof settingsWithoutAuth>> = async (settings, logger, signal) => {
  const { assertionKeys, ...config } = settings
  const access = await openNoAuthAccess({ host: config.host, assertionKeys })
  process.stderr.write(WARNING)
  logger.warn('there is no authentication: everybody on this machine has every scope')
  return startGateway(config, access, logger, signal)
}

/** A gateway that is started by hand signs with keys of its own, good until it ends, unless it is given some. */
async function giveKeys(env: Environment): Promise<void> {
  if (env.GATEWAY_ASSERTION_KEYS || env.GATEWAY_ASSERTION_KEYS_FILE) return
  env.GATEWAY_ASSERTION_KEYS = JSON.stringify(await generateAssertionKeys())
}

const WARNING = `
****************************************************************
*                   NO AUTHENTICATION                          *
*  Everybody who reaches this port acts with every scope.      *
*  It listens on this machine only. Never use it with data     *
*  that is not made up.                                        *
****************************************************************

`
