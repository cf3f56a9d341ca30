import { readFile } from 'node:fs/promises'
import { knock } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type { NodeFile } from '@travel-rule/node/node-file'
import { inject } from 'vitest'

/** A node of which everything that its embedded parts made is known. */
export interface SharedNode extends Required<NodeFile> {
  readonly dataDir: string
}

/** The node that stories share, running. What a story leaves behind must not matter to another. */
export async function sharedNode(): Promise<SharedNode> {
  const dataDir = await knock(inject('sharedNode'))
  return { ...(await readJson<Required<NodeFile>>(`${dataDir}/node.json`)), dataDir }
}

/** A JSON file of a node's data folder. */
export async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8')) as Content
}

/** The port on which a part listens, by the variable that sets it. */
export function portOf({ parts }: SharedNode, part: string, variable: string): number {
  const port = parts[part]?.ports[variable]
  if (port === undefined) throw new Error(`${part} has no port ${variable}`)
  return port
}
