import { readdirSync, readFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as documentNode from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'

/**
 * The types and documents of the operations in `src/api/*.graphql` of `folder`, as the source of
 * `target`.
 */
export async function generateOperations(folder: URL, target: string): Promise<string> {
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
