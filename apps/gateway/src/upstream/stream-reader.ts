/** Takes the chunks of a response, and calls the sink for each message found. */
export interface StreamReader {
  /** `true` once `charactersMax` is exceeded. */
  push(chunk: string): boolean
}

export interface StreamReaderSink {
  /** The text of one event or part. */
  message(text: string): void
  /** The subgraph has signalled the end of the stream. */
  completed(): void
}

/**
 * Reads server-sent events: the data of `next` and unnamed events, until `complete`.
 * Source: WHATWG HTML, section 9.2; graphql-sse, PROTOCOL.md, "Distinct connections mode".
 */
export function openEventReader(charactersMax: number, sink: StreamReaderSink): StreamReader {
  let partial = ''
  let name = ''
  let data: string[] = []
  let characters = 0
  /** If true, a line feed at the start of the next chunk belongs to the same line end. */
  let endedWithReturn = false

  function endEvent(): void {
    if (name === 'complete') sink.completed()
    else if (data.length > 0 && (name === 'next' || name === '' || name === 'message')) sink.message(data.join('\n'))
    name = ''
    data = []
    characters = 0
  }

  function readLine(line: string): void {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'event') name = value
    if (field !== 'data') return
    data.push(value)
    // Counts the line feed, since an event may consist only of empty lines.
    characters += value.length + 1
  }

  return {
    push(chunk) {
      if (chunk === '') return false
      const text = endedWithReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
      endedWithReturn = chunk.endsWith('\r')
      // Chunks are joined only when a line ends: a long line has thousands of chunks.
      if (!/[\r\n]/.test(text)) {
        partial += text
      } else {
        const lines = (partial + text).split(/\r\n|\n|\r/)
        partial = lines.pop() ?? ''
        for (const line of lines) {
          if (line === '') endEvent()
          else readLine(line)
        }
      }
      return characters + partial.length > charactersMax
    },
  }
}

/**
 * Reads the bodies of the parts of `multipart/mixed`.
 * Source: RFC 2046, section 5.1.1.
 */
export function openPartReader(boundary: string, charactersMax: number, sink: StreamReaderSink): StreamReader {
  const delimiter = `\r\n--${boundary}`
  // The first delimiter may have no line break before it.
  let tail = '\r\n'
  /** The characters after the last delimiter. */
  let buffered = tail
  let inParts = false

  function readParts(): void {
    const parts = buffered.split(delimiter)
    buffered = parts.pop() ?? ''
    for (const part of inParts ? parts : parts.slice(1)) {
      const head = part.indexOf('\r\n\r\n')
      if (head >= 0) sink.message(part.slice(head + 4))
    }
    inParts = true
  }

  return {
    push(chunk) {
      // Only new characters are searched: a long part has thousands of chunks.
      const news = tail + chunk
      tail = news.slice(1 - delimiter.length)
      const wasEmpty = buffered.length < 2
      buffered += chunk
      if (news.includes(delimiter)) readParts()
      else if (!wasEmpty) return buffered.length > charactersMax
      if (inParts && buffered.startsWith('--')) sink.completed()
      return buffered.length > charactersMax
    },
  }
}
