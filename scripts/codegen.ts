import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSubgraphSchema, printSubgraphSchema } from '@apollo/subgraph'
import { codegen } from '@graphql-codegen/core'
import * as documentNode from '@graphql-codegen/typed-document-node'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { parse, visit } from 'graphql'
import { readScriptOptions } from './script-options.ts'

/**
 * Writes `src/graphql/resolvers.generated.ts` of every subgraph from its `*.graphql` files, and
 * `src/api/operations.generated.ts` of the dashboard from its operations and the published schema.
 *
 * Without the names of apps, `docs/settings.md` too. With `--check` it writes nothing and exits with
 * code 1 if a file is stale. An app's `codegen.json` names its context type, the mappers from schema
 * types to its own types, and its scalars.
 */
const APPS = ['trpd-subgraph', 'aopd-subgraph', 'autod-subgraph', 'dashboard'] as const
/** Names that federation adds; the generated types already have them. */
const FEDERATION_NAMES = new Set(['_Any', '_Entity', '_Service', '_entities', '_service'])
const USAGE = `npm run codegen               writes the generated types of every app and docs/settings.md
npm run codegen -- <app> …    those of these apps: ${APPS.join(', ')}
npm run codegen -- --check    exits with code 1 if a file is stale
`
const { check, names: requested } = readScriptOptions(USAGE, { names: APPS })

let stale = 0
for (const app of requested.length > 0 ? requested : APPS) {
  const folder = new URL(`../apps/${app}/`, import.meta.url)
  const isDashboard = app === 'dashboard'
  const file = isDashboard ? 'src/api/operations.generated.ts' : 'src/graphql/resolvers.generated.ts'
  const target = fileURLToPath(new URL(file, folder))
  const code = await (isDashboard ? generateOperations : generate)(folder, target)
  if (existsSync(target) && readFileSync(target, 'utf8') === code) continue
  if (check) {
    console.error(`${target} is stale: run "npm run codegen"`)
    stale += 1
  } else {
    writeFileSync(target, code)
    console.log(`wrote ${target}`)
  }
}
if (stale > 0) process.exitCode = 1
if (requested.length === 0) await import('./settings-docs.ts')

async function generate(folder: URL, target: string): Promise<string> {
  const configFile = new URL('codegen.json', folder)
  const config = existsSync(configFile) ? JSON.parse(readFileSync(configFile, 'utf8')) : {}
  const typeDefs = loadTypeDefs(new URL('src/graphql/', folder))
  const drop = ({ name }: { readonly name: { readonly value: string } }) =>
    FEDERATION_NAMES.has(name.value) ? null : undefined
  const schema = visit(parse(printSubgraphSchema(buildSubgraphSchema(typeDefs))), {
    ObjectTypeDefinition: drop,
    ScalarTypeDefinition: drop,
    UnionTypeDefinition: drop,
    FieldDefinition: drop,
  })
  const body = await codegen({
    filename: target,
    schema,
    documents: [],
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers },
    config: {
      federation: true,
      enumsAsTypes: true,
      useTypeImports: true,
      avoidOptionals: { field: true },
      maybeValue: 'T | null',
      inputMaybeValue: 'T | null | undefined',
      defaultScalarType: 'unknown',
      strictScalars: false,
      ...config,
    },
  })
  return `// Generated from the *.graphql files beside it by "npm run codegen". Do not edit.\n${body}`
}

/** The types and documents of the operations in `src/api/*.graphql`. */
async function generateOperations(folder: URL, target: string): Promise<string> {
  const operationsFolder = new URL('src/api/', folder)
  const names = readdirSync(operationsFolder).filter((name) => name.endsWith('.graphql'))
  const body = await codegen({
    filename: target,
    schema: parse(readFileSync(new URL('../gateway/published.graphql', folder), 'utf8')),
    documents: names.sort().map((location) => ({
      location,
      document: parse(readFileSync(new URL(location, operationsFolder), 'utf8')),
    })),
    plugins: [{ operations: {} }, { documentNode: {} }],
    pluginMap: { operations, documentNode },
    config: {
      enumsAsTypes: true,
      useTypeImports: true,
      arrayInputCoercion: false,
      defaultScalarType: 'string',
      maybeValue: 'T | null',
      inputMaybeValue: 'T | null | undefined',
    },
  })
  return `// Generated from the *.graphql files beside it by "npm run codegen". Do not edit.\n${body}`
}
