import { readFileSync } from 'node:fs'

/** The running child processes of a process. Linux only. */
export function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children
    .split(' ')
    .filter((child) => child !== '')
    .map(Number)
}
