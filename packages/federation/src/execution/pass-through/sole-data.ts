import { joined } from '../../subgraph-client/pieces.ts'
import type { SubgraphBytes } from '../../subgraph-client/subgraph-client.ts'
import { jsonEnd } from './json-end.ts'

/**
 * A body that is a GraphQL answer with data and without errors, as `{"data":{…}}`; `undefined` when it is not, or not evidently.
 *
 * What the subgraph sent as `extensions` is left out. Of the data itself only the brackets are looked at: they tell half an answer from a whole one.
 */
export function soleData({ status, body }: SubgraphBytes): readonly Buffer[] | undefined {
  if (status !== 200 || !beginsWith(body[0], START)) return undefined
  const dataEnd = jsonEnd(body, START.length - 1)
  if (dataEnd < 0) return undefined
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  if (dataEnd === length - 1 && body.at(-1)?.at(-1) === BRACE_CLOSE) return body
  const whole = joined(body)
  return isRest(whole.subarray(dataEnd)) ? [Buffer.concat([whole.subarray(0, dataEnd), CLOSE])] : undefined
}

const START = Buffer.from('{"data":{')
const CLOSE = Buffer.from('}')
const EXTENSIONS = Buffer.from(',"extensions":{')
const BRACE_CLOSE = 0x7d

/** Whether the answer has nothing after its data, or only extensions. */
function isRest(rest: Buffer): boolean {
  const length = endWithoutSpace(rest)
  if (rest[length - 1] !== BRACE_CLOSE) return false
  return length === 1 || (beginsWith(rest, EXTENSIONS) && jsonEnd([rest], EXTENSIONS.length - 1) === length - 1)
}

function beginsWith(text: Buffer, start: Buffer): boolean {
  return text.length >= start.length && text.compare(start, 0, start.length, 0, start.length) === 0
}

function endWithoutSpace(text: Buffer): number {
  let length = text.length
  while (length > 0 && (text[length - 1] ?? 0) <= 0x20) length -= 1
  return length
}
