import { readFileSync } from 'node:fs'

/**
 * Suspends all processes of a server without ending them: connections stay open, but nothing responds. Returns a
 * function that resumes them.
 */
export function freezeCluster(postmasterPid: number): () => void {
  // First, so that it cannot start another process.
  process.kill(postmasterPid, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8')
  const pids = [postmasterPid, ...children.trim().split(' ').map(Number)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT')
  }
}
