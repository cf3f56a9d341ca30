import { existsSync, readFileSync } from 'node:fs'
import { buildSubgraphSchema, printSubgraphSchema } from '@apollo/subgraph'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { parse, visit } from 'graphql'

/** Names that federation adds; the generated types already have them. */
const FEDERATION_NAMES = new Set(['_Any', '_Entity', '_Service', '_entities', '_service'])

/**
 * The resolver types of the subgraph in `folder`, as the source of `target`. The app's
 * `codegen.json` names its context type, the mappers from schema types to its own types, and its
 * scalars.
 */
export async function generateResolvers(folder: URL, target: string): Promise<string> {
  const configFile = new URL('codegen.json', folder)
  const config = existsSync(configFile) ? JSON.parse(readFileSync(configFile, 'utf8')) : {}
  const typeDefs = loadTypeDefs(new URL('src/', folder))
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
  return `// Generated from the *.graphql files of this app by "npm run codegen". Do not edit.\n${body}`
}
