import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyState, type State } from './state.ts'

export interface StateFile {
  readonly state: State
  /** Resolves once every earlier change is on disk; immediately without a file. */
  saved(): Promise<void>
}

/**
 * The state stored at `path`, or an empty one when the file is missing. Without `path`, the state is only kept in
 * memory.
 *
 * Changes during a write are stored together by the next write. Throws when the file does not contain a state, and
 * leaves the file unchanged.
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
  let content: string
  try {
    content = await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return emptyState()
    throw new Error(`COUNTERPARTY_DATA_FILE: cannot read ${path}`, { cause })
  }
  try {
    const { inquiries, answers, log, nextSequence } = JSON.parse(content)
    return { inquiries: new Map(inquiries), responses: new Map(answers), log, nextSequence }
  } catch (cause) {
    throw new Error(`COUNTERPARTY_DATA_FILE: ${path} does not contain the state of a counterparty`, { cause })
  }
}

async function writeState(path: string, state: State): Promise<void> {
  const { inquiries, responses, log, nextSequence } = state
  const content = JSON.stringify({ inquiries: [...inquiries], answers: [...responses], log, nextSequence })
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
