import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before all other imports: half of the start is compilation. In a folder of our own, not the one
// for temporary files, where others could place code for us.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/gateway', import.meta.url)))
// A short buffer that is still used keeps all those that share its pool: 64 KB by default.
Buffer.poolSize = 8_192
const { runGateway } = await import('./standalone/run-gateway.ts')
await runGateway(process.argv.slice(2), process.env)
