import { startCompileCache } from './compile-cache.ts'

startCompileCache()
const { runGateway } = await import('./standalone/run-gateway.ts')
await runGateway(process.argv.slice(2), process.env)
