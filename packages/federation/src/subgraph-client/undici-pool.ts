import { createRequire } from 'node:module'

/**
 * undici's `Pool`, loaded without the rest of undici: `fetch`, caches and mocks cost 14 MB of
 * memory that the client does not use. Only `dispatch` and `destroy` may be called on it.
 */
export const Pool: typeof import('undici').Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js')
