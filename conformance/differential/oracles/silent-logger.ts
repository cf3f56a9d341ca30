import { openLogger } from '@travel-rule/service/logger'

/** Takes what nobody reads. */
export const silentLogger = openLogger({ name: 'differential', level: 'silent' })
