/** How the results of an operation are encoded in the body of an HTTP response. */
export interface StreamFormat {
  readonly contentType: string
  /** Sent immediately, so that the client sees that the stream is open. */
  readonly opening: string
  readonly keepAlive: string
  /** One result of the operation. `position`: the position of its event. */
  result(json: Buffer, position: string | undefined): Buffer
  /** The end of the stream. `last`: a result without data, with the errors that ended the operation, if any. */
  end(last: Buffer | undefined): Buffer
}

/** Source: graphql-sse, PROTOCOL.md, "Distinct connections mode"; WHATWG HTML, section 9.2. */
const EVENTS: StreamFormat = {
  contentType: 'text/event-stream; charset=utf-8',
  opening: ':\n\n',
  keepAlive: ':\n\n',
  result(json, position) {
    const id = position !== undefined && ONE_LINE.test(position) ? Buffer.from(`id: ${position}\n`) : NOTHING
    return Buffer.concat([NEXT, id, DATA, asData(json), BLANK])
  },
  end: (last) => (last === undefined ? COMPLETE : Buffer.concat([NEXT, DATA, asData(last), BLANK, COMPLETE])),
}

const NOTHING = Buffer.alloc(0)
const NEXT = Buffer.from('event: next\n')
const DATA = Buffer.from('data: ')
const BLANK = Buffer.from('\n\n')
const COMPLETE = Buffer.from('event: complete\ndata:\n\n')
/** Limited, since clients send the id back in a header. */
const ONE_LINE = /^[\x21-\x7e]+$/

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * The bytes with one `data` field per line, since a subgraph's JSON may have line breaks.
 * Source: WHATWG HTML, section 9.2.5.
 */
function asData(bytes: Buffer): Buffer {
  if (!bytes.includes(lineFeed) && !bytes.includes(carriageReturn)) return bytes
  return Buffer.from(
    bytes
      .toString()
      .split(/\r\n|\r|\n/)
      .join('\ndata: '),
  )
}

/** Each part ends with the delimiter of the next, so that a client does not have to wait for the next part. */
const PART = Buffer.from('\r\ncontent-type: application/json\r\n\r\n')
const DELIMITER = Buffer.from('\r\n--graphql')
const PAYLOAD = Buffer.from('{"payload":')
const BRACE = Buffer.from('}')
const NO_PAYLOAD = Buffer.from('{"payload":null,')
const LAST = Buffer.from('--\r\n')

/** Source: Apollo, "Multipart HTTP protocol for GraphQL subscriptions". */
const PARTS: StreamFormat = {
  contentType: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
  opening: '--graphql',
  keepAlive: `${PART}{}${DELIMITER}`,
  result: (json) => Buffer.concat([PART, PAYLOAD, json, BRACE, DELIMITER]),
  end: (last) => (last === undefined ? LAST : Buffer.concat([PART, NO_PAYLOAD, last.subarray(1), DELIMITER, LAST])),
}

export const STREAM_FORMATS = { EVENTS, PARTS }
