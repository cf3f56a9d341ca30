import { openLogger } from '@travel-rule/service/logger'

/** Discards everything. */
export const silentLogger = openLogger({ name: 'differential', level: 'silent' })
