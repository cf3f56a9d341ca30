import { readdirSync, readFileSync } from 'node:fs'
import { type DocumentNode, parse } from 'graphql'
import { composeFixture, folderTypeDefs, type SupergraphFixture } from './load-supergraph.ts'
import type { Trial } from './trial.ts'
import { readExactly } from './world/exact-json.ts'
import type { FieldFault } from './world/field-faults.ts'
import type { TransportFault } from './world/transport-faults.ts'
import type { World } from './world/world.ts'
import { openWrittenWorld, type WrittenWorld } from './world/written-world.ts'

/** One folder of `cases/`: the subgraphs, the operation, the world and the expected response. */
export interface WrittenCase {
  readonly fixture: SupergraphFixture
  readonly world: World
  readonly trial: Trial
  readonly expected: CaseFile
}

interface CaseFile {
  readonly rule: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly world: WrittenWorld
  readonly faults?: readonly FieldFault[]
  readonly transportFaults?: readonly TransportFault[]
  /** Labels of `@override` that are active. */
  readonly labels?: readonly string[]
  readonly data: unknown
  readonly errors?: readonly { readonly path: readonly (string | number)[]; readonly code: string }[]
  /** The executed mutation fields, each with its arguments. */
  readonly mutations?: readonly string[]
  /** True if the response of stock violates the specification. */
  readonly stockDeparts: boolean
}

const FOLDER = new URL('cases/', import.meta.url)

export function caseNames(): string[] {
  return readdirSync(FOLDER).sort()
}

export function readCase(name: string): WrittenCase {
  const folder = new URL(`${name}/`, FOLDER)
  const expected = readExactly(readFileSync(new URL('case.json', folder), 'utf8')) as CaseFile
  const document: DocumentNode = parse(readFileSync(new URL('operation.graphql', folder), 'utf8'), { noLocation: true })
  const fixture = composeFixture(name, folderTypeDefs(folder))
  const { variables = {}, faults = [], transportFaults = [], labels = [] } = expected
  const trial: Trial = {
    supergraph: name,
    worldSeed: 0,
    operation: { document, operationName: undefined, variables },
    faults,
    transportFaults,
    style: 'plain',
    envelope: 'errorsFirst',
    labels,
  }
  return { fixture, world: openWrittenWorld(fixture, expected.world), trial, expected }
}
