import { defineSettings, logLevelSetting, portSetting, urlSetting } from '@travel-rule/service/settings'
import { z } from 'zod'

/** Settings of the subgraphs of this story. */
export const partSettings = defineSettings({
  port: { variable: 'PART_PORT', schema: portSetting, description: 'Port of the subgraph.' },
  jwksUrl: {
    variable: 'PART_JWKS_URL',
    schema: urlSetting,
    description: "The gateway's keys.",
    example: 'http://gateway/keys',
  },
  databaseUrl: {
    variable: 'PART_DATABASE_URL',
    schema: z.string(),
    description: 'The database.',
    example: 'postgres://',
  },
  logLevel: { variable: 'PART_LOG_LEVEL', schema: logLevelSetting, default: 'warn', description: 'What is logged.' },
})
