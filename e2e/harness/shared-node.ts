import { readFile } from 'node:fs/promises'
import { knock } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type { NodeFile } from '@travel-rule/node/node-file'
import { inject } from 'vitest'
import type { RunningNode } from './running-node.ts'

/** Access to a running node: the content of its `node.json`, and its data folder. */
export interface NodeAccess extends Required<NodeFile> {
  readonly dataDir: string
}

/** The running node that stories share. A story must not depend on another story's data. */
export async function sharedNode(): Promise<NodeAccess> {
  const dataDir = await knock(inject('sharedNode'))
  return { ...(await readJson<Required<NodeFile>>(`${dataDir}/node.json`)), dataDir }
}

/** Access to a separate node that a test has started. */
export function accessTo(node: RunningNode): NodeAccess {
  return { ...(node.read() as Required<NodeFile>), dataDir: node.dataDir }
}

/** Reads a JSON file of a node's data folder. */
export async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8')) as Content
}

/** The port of a part, by the variable that sets it. */
export function portOf({ parts }: NodeAccess, part: string, variable: string): number {
  const port = parts[part]?.ports[variable]
  if (port === undefined) throw new Error(`${part} has no port ${variable}`)
  return port
}
