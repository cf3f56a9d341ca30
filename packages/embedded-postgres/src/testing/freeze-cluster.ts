import { readFileSync } from 'node:fs'

/**
 * Stops every process of a server without ending it: connections stay open, and nothing responds.
 * Returns a function that lets them go on.
 */
export function freezeCluster(postmasterPid: number): () => void {
  // First, so that it starts no further process.
  process.kill(postmasterPid, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8')
  const pids = [postmasterPid, ...children.trim().split(' ').map(Number)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT')
  }
}
