import { createRequire } from 'node:module'

/** undici's `Pool` without the rest of undici, such as `fetch`, which would be 13 MB of memory that nothing here uses. It can `dispatch`, and nothing more. */
export const Pool: typeof import('undici').Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js')
