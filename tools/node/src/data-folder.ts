import { mkdir, realpath, rm } from 'node:fs/promises'
import { lockFolder } from '@travel-rule/embedded-postgres/folder-lock'
import { OperatorError } from '@travel-rule/service/operator-error'

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENAMETOOLONG: 'the path is too long',
  ENOSPC: 'the disk is full',
}

export interface DataFolder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string
}

/**
 * The data folder at `path`, made when absent, held for this supervisor alone until disposed or until its process ends.
 *
 * Throws `OperatorError` when it cannot be made or when another node runs on it.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = await makeFolder(path)
  await using stack = new AsyncDisposableStack()
  try {
    stack.use(await lockFolder(folder))
  } catch (cause) {
    const problem = `Another node is running on the data folder ${folder}: stop it, or set DATA_DIR to another folder.`
    throw new OperatorError(problem, { cause })
  }
  // Whoever wrote it is gone.
  await rm(`${folder}/node.json`, { force: true })
  const owned = stack.move()
  return { path: folder, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function makeFolder(path: string): Promise<string> {
  try {
    await mkdir(`${path}/logs`, { recursive: true })
    return await realpath(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw new OperatorError(`DATA_DIR: ${path} cannot be used: ${WORDS[code] ?? code}.`, { cause })
  }
}
