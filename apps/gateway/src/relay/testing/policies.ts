import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from '@travel-rule/auth/identity'
import { openTestGateway, type TestGateway } from '../../testing/test-gateway.ts'

/** A module for `GATEWAY_POLICIES` that calls a function of the test. */
export interface TestPolicies extends AsyncDisposable {
  readonly env: { readonly GATEWAY_POLICIES: string }
  /** Sets the function that decides if a caller meets every policy. Default: every caller does. */
  decide(by: (identity: Identity) => boolean | Promise<boolean>): void
  /** Number of decisions so far. */
  decisions(): number
}

export async function openTestPolicies(): Promise<TestPolicies> {
  const folder = await mkdtemp(join(tmpdir(), 'policies-'))
  const path = join(folder, 'policies.mjs')
  const name = `policies ${randomUUID()}`
  let decisions = 0
  let decision: Parameters<TestPolicies['decide']>[0] = () => true
  const decide = async (policies: readonly string[], identity: Identity) => {
    decisions += 1
    return (await decision(identity)) ? policies : []
  }
  Object.assign(globalThis, { [name]: decide })
  await writeFile(path, `export const decide = (...args) => globalThis[${JSON.stringify(name)}](...args)\n`)
  return {
    env: { GATEWAY_POLICIES: path },
    decide(by) {
      decision = by
    },
    decisions: () => decisions,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** A gateway whose schema has a policy that the test controls. */
export async function openPolicyGateway(): Promise<
  AsyncDisposable & { readonly gateway: TestGateway; readonly policies: TestPolicies }
> {
  await using stack = new AsyncDisposableStack()
  const policies = stack.use(await openTestPolicies())
  const gateway = stack.use(await openTestGateway({ env: policies.env }))
  await gateway.serve(withPolicy(gateway.supergraph.sdl))
  const opened = stack.move()
  return { gateway, policies, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/**
 * The supergraph of the test subgraphs, with a policy on the price of an order.
 */
export function withPolicy(sdl: string): string {
  const edits = [
    [
      '@link(url: "https://specs.apollo.dev/requiresScopes',
      '@link(url: "https://specs.apollo.dev/policy/v0.1", for: SECURITY)\n  $&',
    ],
    ['price: Int', '$& @policy(policies: [["prices"]])'],
    ['scalar join__FieldSet', `${POLICY}\n\n$&`],
  ] as const
  return edits.reduce((edited, [found, replacement]) => edited.replace(found, replacement), sdl)
}

const POLICY = `directive @policy(policies: [[policy__Policy!]!]!) on FIELD_DEFINITION | OBJECT | INTERFACE | SCALAR | ENUM

scalar policy__Policy`
