import { defineSettings, logLevelSetting, portSetting, urlSetting } from '@travel-rule/service/settings'
import { z } from 'zod'

/** Settings of the two subgraphs. */
export const subgraphSettings = defineSettings({
  port: { variable: 'SUBGRAPH_PORT', schema: portSetting, description: 'Port of the subgraph.' },
  jwksUrl: {
    variable: 'SUBGRAPH_JWKS_URL',
    schema: urlSetting,
    description: "URL of the gateway's keys.",
    example: 'http://gateway/keys',
  },
  databaseUrl: {
    variable: 'SUBGRAPH_DATABASE_URL',
    schema: z.string(),
    description: 'URL of the database.',
    example: 'postgres://',
  },
  logLevel: { variable: 'SUBGRAPH_LOG_LEVEL', schema: logLevelSetting, default: 'warn', description: 'Log level.' },
})
