import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type State } from './state.ts'

export interface StateFile {
  readonly state: State
  /** Resolves when everything that was changed before the call stands on the disk; at once when there is no file. */
  saved(): Promise<void>
}

/**
 * The state that `path` holds, an empty one when there is no such file, and the way to write it back.
 *
 * Writers that come while a write runs share the next one. A file that cannot be read as state is an error, never replaced.
 */
export async function openStateFile(path: string | undefined): Promise<StateFile> {
  if (path === undefined) return { state: emptyState(), saved: async () => {} }
  const state = await readState(path)
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    state,
    saved() {
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          running = writeState(path, state)
          return running
        })
      return next
    },
  }
}

async function readState(path: string): Promise<State> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return emptyState()
    throw new Error(`COUNTERPARTY_DATA_FILE: cannot read ${path}`, { cause })
  }
  try {
    const { inquiries, answers, log, nextSequence } = JSON.parse(text)
    return { inquiries: new Map(inquiries), answers: new Map(answers), log, nextSequence }
  } catch (cause) {
    throw new Error(`COUNTERPARTY_DATA_FILE: ${path} does not hold the state of a counterparty`, { cause })
  }
}

async function writeState(path: string, state: State): Promise<void> {
  const text = JSON.stringify({ ...state, inquiries: [...state.inquiries], answers: [...state.answers] })
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
