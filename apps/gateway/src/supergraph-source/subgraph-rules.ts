import { jsonSetting } from '@travel-rule/service/settings'
import { z } from 'zod'
import { upstreamSettings } from '../upstream/upstream-settings.ts'
import { headerRule } from './header-rules.ts'

const subgraphRule = z.strictObject({
  headers: headerRule.optional(),
  subscriptions: upstreamSettings.optional(),
  /** Whether clients see the message of an error without a code; `hidden` by default. */
  errors: z.enum(['hidden', 'shown']).optional(),
  /** Whether equal queries of a caller are one request while it is in flight. */
  share: z.boolean().optional(),
})

type SubgraphRule = Readonly<z.output<typeof subgraphRule>>

/** How subgraphs differ from the default, by name; `*` stands for all subgraphs. */
export type SubgraphRules = Readonly<Record<string, SubgraphRule>>

/** Rules by subgraph, as JSON. */
export const subgraphRulesSetting = jsonSetting<SubgraphRules>(
  z.record(z.string(), subgraphRule).refine((rules) => rules['*']?.subscriptions?.url === undefined, {
    path: ['*', 'subscriptions', 'url'],
    error: 'must be set for one subgraph',
  }),
)

/** A subgraph's own rule, or that of `*`. */
export function ruleFor<Name extends 'subscriptions' | 'errors' | 'share'>(
  rules: SubgraphRules,
  subgraph: string,
  name: Name,
): SubgraphRule[Name] {
  return rules[subgraph]?.[name] ?? rules['*']?.[name]
}
