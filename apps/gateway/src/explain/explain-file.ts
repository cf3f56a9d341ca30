import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildGraph, type Graph } from '@travel-rule/federation/planning/build-graph'
import { isObject, parseVerbatim } from '@travel-rule/federation/subgraph-client/data-object'
import { InvalidSupergraphError } from '@travel-rule/federation/supergraph/build-supergraph'
import { OperatorError } from '@travel-rule/service/operator-error'
import { printError } from 'graphql'
import { explainOperation } from './explain-operation.ts'
import { printExplanation } from './print-explanation.ts'

export const EXPLAIN_USAGE = `npm run explain -- <file.graphql> [options]

  --supergraph <file>  the composed schema (default: apps/gateway/supergraph.graphql)
  --variables <json>   variables of the operation, as a JSON object
  --operation <name>   which operation, when the file has several
  --override <label>   a label of @override that is active; can be repeated
  --json               JSON instead of text
  --help               this help`

/**
 * The output of `npm run explain` for these command-line arguments.
 *
 * Throws `OperatorError` with all problems of the arguments, the file or the operation.
 */
export async function explainFile(args: readonly string[]): Promise<string> {
  const parsed = readArguments(args)
  if (parsed === 'HELP') return `${EXPLAIN_USAGE}\n`
  const { file, supergraph, variables, operationName, overrides, json } = parsed
  const graph = await readGraph(supergraph)
  const request = { query: await readUtf8(file), operationName, variables }
  const limits = { introspection: true, nameHint: 'with --operation' }
  const explanation = explainOperation(graph, request, limits, {
    overrides: (label) => overrides.includes(label),
  })
  if ('errors' in explanation) {
    throw new OperatorError(explanation.errors.map((error) => `${file}: ${printError(error)}`))
  }
  return json ? `${JSON.stringify(explanation, null, 2)}\n` : printExplanation(explanation)
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parse(args)
  if (values.help === true) return 'HELP'
  const [file, another] = positionals
  if (file === undefined || another !== undefined) throw wrongUsage('exactly one file is required')
  return {
    file,
    supergraph: values.supergraph ?? 'apps/gateway/supergraph.graphql',
    operationName: values.operation,
    variables: values.variables === undefined ? undefined : readVariables(values.variables),
    overrides: values.override ?? [],
    json: values.json === true,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        supergraph: { type: 'string' },
        variables: { type: 'string' },
        operation: { type: 'string' },
        override: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error))
  }
}

function readVariables(json: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseVerbatim(json)
    if (isObject(value)) return value
  } catch {
    // Not JSON: reported below, like JSON that is not an object.
  }
  throw new OperatorError(`--variables: must be a JSON object, like '{"id":"1"}'`)
}

async function readGraph(path: string): Promise<Graph> {
  const sdl = await readUtf8(path)
  try {
    return buildGraph(sdl)
  } catch (error) {
    if (!(error instanceof InvalidSupergraphError)) throw error
    throw new OperatorError(error.message, { cause: error })
  }
}

async function readUtf8(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new OperatorError(missing ? `${path} does not exist` : `${path} cannot be read`, { cause: error })
  }
}

function wrongUsage(problem: string): OperatorError {
  return new OperatorError(`${problem}\n\n${EXPLAIN_USAGE}`)
}
