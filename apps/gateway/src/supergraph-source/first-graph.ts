import { setTimeout } from 'node:timers/promises'
import { buildGraph, type Graph } from '@travel-rule/federation/supergraph/build-graph'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type GoodCopy, warnOfCopy } from './last-good-copy.ts'
import type { SourceStatus } from './source-status.ts'
import type { SupergraphSource } from './supergraph-source.ts'

export interface FirstGraphParts {
  readonly copy: GoodCopy | undefined
  readonly copyPath: string | undefined
  readonly status: Pick<SourceStatus, 'failed'>
  readonly logger: Logger
}

export interface FirstGraph {
  readonly graph: Graph
  readonly sdl: string
  readonly problem: string | undefined
}

const RETRY = { firstDelayMs: 250, delayMaxMs: 5_000 }

/**
 * The graph to start with: of the source; of the last good copy when the source is in trouble; else what the source says within the time
 * that it may take. Throws `OperatorError` with all problems when that is in vain.
 */
export async function firstGraph(
  source: SupergraphSource,
  parts: FirstGraphParts,
  signal: AbortSignal,
): Promise<FirstGraph> {
  const { copyPath, status, logger } = parts
  let { copy } = parts
  const untilMs = performance.now() + source.startWaitMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { sdl, problem } = await source.read(signal)
      return { graph: buildGraph(sdl, source.name), sdl, problem }
    } catch (error) {
      signal.throwIfAborted()
      source.forget()
      const problems = problemsOf(error)
      status.failed(problems)
      if (copy !== undefined) {
        try {
          const sdl = copy.supergraph
          return { graph: buildGraph(sdl), sdl, problem: problems.join('; ') }
        } catch (unservable) {
          // This release cannot serve it.
          warnOfCopy(logger, copyPath, unservable)
          copy = undefined
        }
      }
      if (performance.now() >= untilMs) {
        throw new OperatorError(
          problems.map((problem) => `GATEWAY_SUPERGRAPH: ${problem}`),
          { cause: error },
        )
      }
    }
    await setTimeout(backoffDelayMs(attempt, RETRY), undefined, { signal })
  }
}

/** What an operator is told about something that went wrong with a source: one line per problem. */
export function problemsOf(error: unknown): readonly string[] {
  if (error instanceof OperatorError) return error.problems
  return [error instanceof Error ? error.message : String(error)]
}
