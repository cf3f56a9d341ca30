import { readFileSync } from 'node:fs'

/** The processes that a process has started and that run. Linux only. */
export function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children
    .split(' ')
    .filter((child) => child !== '')
    .map(Number)
}
