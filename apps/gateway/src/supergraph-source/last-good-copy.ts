import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from '@travel-rule/service/logger'

/** What was served last, as it is kept on disk. */
export interface GoodCopy {
  readonly supergraph: string
  /** The schemas it was composed from, by subgraph; empty when it came as a whole. */
  readonly subgraphs: Readonly<Record<string, string>>
}

/** The last good copy; `undefined` when there is none, or when it is damaged or cannot be read, which the log says. */
export async function readGoodCopy(path: string, logger: Logger): Promise<GoodCopy | undefined> {
  try {
    const copy: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (isGoodCopy(copy)) return copy
    throw new Error('it holds something else')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) warnOfCopy(logger, path, error)
    return undefined
  }
}

/** Says that the copy is of no use, and why. */
export function warnOfCopy(logger: Logger, path: string | undefined, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  logger.warn({ path, reason }, 'the last good copy of the supergraph cannot be used')
}

/** Replaces the copy as a whole: whoever reads it sees the old one or the new one. */
export async function writeGoodCopy(path: string, copy: GoodCopy): Promise<void> {
  const next = `${path}.${process.pid}.next`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(next, JSON.stringify(copy), { flush: true })
    await rename(next, path)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
}

function isGoodCopy(value: unknown): value is GoodCopy {
  if (!isObject(value) || typeof value.supergraph !== 'string' || !isObject(value.subgraphs)) return false
  return Object.values(value.subgraphs).every((schema) => typeof schema === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
