/**
 * What this project uses of `node:http`. An `import` of that module reads all its exports, and so
 * loads all of the built-in undici for `WebSocket`: 4 MB of memory that a server does not use.
 */
export const { Agent, createServer, METHODS, request, STATUS_CODES } = process.getBuiltinModule('node:http')
