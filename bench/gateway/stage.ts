import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { type Child, openChild } from '../child.ts'
import { composeSubgraphs } from '../compose-subgraphs.ts'
import type { Surroundings } from './contenders.ts'
import { SUBGRAPHS } from './schemas.ts'
import type { BenchSettings } from './settings.ts'

/** The environment of a gateway: an issuer of tokens, subgraphs and their supergraph. */
export interface Stage {
  readonly subgraphs: Child
  readonly surroundings: Surroundings
  /** An access token that outlasts the run. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>
}

/** Longer than any run. */
const tokenSeconds = 7_200

/** Closed with `stack`. `core`: the CPU of the subgraphs; any by default. */
export async function openStage(stack: AsyncDisposableStack, settings: BenchSettings, core?: number): Promise<Stage> {
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-')))
  const { issuer, jwksUrl, token } = stack.use(await openTestIssuer())
  const subgraphs = stack.use(await openChild(new URL('subgraph-process.ts', import.meta.url), {}, core))
  const urls = subgraphs.ready.urls as Record<string, string>
  const supergraph = join(folder, 'supergraph.graphql')
  await writeFile(supergraph, composeSubgraphs(SUBGRAPHS, urls))
  const exp = Math.floor(Date.now() / 1_000) + tokenSeconds
  return {
    subgraphs,
    surroundings: { supergraph, urls, issuer, jwksUrl, settings },
    token: (claims = {}) => token({ realm_access: { roles: ['bench'] }, exp, ...claims }),
  }
}
