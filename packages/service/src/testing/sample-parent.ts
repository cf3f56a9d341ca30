import { fork } from 'node:child_process'

// Starts the sample service with pipes that only this process reads, and sends its pid to this process's parent.
const child = fork(new URL('sample-service.ts', import.meta.url), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
child.once('message', () => process.send?.(child.pid))
