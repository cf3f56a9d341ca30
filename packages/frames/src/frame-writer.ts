import type { Duplex } from 'node:stream'

/** Maximum length of pieces that are joined; longer ones are not copied. */
const joinedBytesMax = 8_192

/** Writes everything produced in one turn of the event loop with one system call, if possible. */
export interface FrameWriter {
  /** Writes the pieces of one frame. `written` is called once the network has taken them. */
  write(pieces: readonly Uint8Array[], written?: () => void): void
  /** Number of bytes that the network has not taken yet. */
  bufferedBytes(): number
}

export function openFrameWriter(socket: Duplex): FrameWriter {
  let pieces: Uint8Array[] = []
  let bytes = 0
  let callbacks: (() => void)[] = []

  function flush(): void {
    const flushed = joinShort(pieces)
    const called = callbacks
    pieces = []
    bytes = 0
    callbacks = []
    if (socket.destroyed) return
    socket.cork()
    for (const piece of flushed.slice(0, -1)) socket.write(piece)
    socket.write(flushed.at(-1), (error) => {
      if (!error) for (const written of called) written()
    })
    socket.uncork()
  }

  return {
    bufferedBytes: () => bytes + socket.writableLength,
    write(added, written) {
      if (pieces.length === 0) setImmediate(flush)
      for (const piece of added) {
        pieces.push(piece)
        bytes += piece.byteLength
      }
      if (written !== undefined) callbacks.push(written)
    },
  }
}

/** The same bytes in fewer pieces. */
function joinShort(pieces: readonly Uint8Array[]): Uint8Array[] {
  const joined: Uint8Array[] = []
  let run: Uint8Array[] = []
  const endRun = () => {
    const [first] = run
    if (first !== undefined) joined.push(run.length === 1 ? first : Buffer.concat(run))
    run = []
  }
  for (const piece of pieces) {
    if (piece.byteLength <= joinedBytesMax) run.push(piece)
    else {
      endRun()
      joined.push(piece)
    }
  }
  endRun()
  return joined
}
