import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before all other imports: half of the start is compilation. Not in the folder for temporary files, where others could
// place code for us.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/gateway', import.meta.url)))
// A short buffer keeps its complete pool in memory: 64 KB by default.
Buffer.poolSize = 8_192
const { runGateway } = await import('./run-gateway.ts')
await runGateway(process.argv.slice(2), process.env)
