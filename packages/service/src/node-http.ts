/**
 * The parts of `node:http` that this project uses. An `import` of that module reads all its exports, and so loads the
 * complete built-in undici for `WebSocket`: 4 MB of memory that a server does not use.
 */
export const { Agent, createServer, METHODS, request, STATUS_CODES } = process.getBuiltinModule('node:http')
