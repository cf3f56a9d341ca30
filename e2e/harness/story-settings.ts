/**
 * Settings from `STORY_SETTINGS`, such as `GATEWAY_SUBGRAPH_FRAMED_CONNECTIONS=0 GATEWAY_PROCESSES=2`, for every node
 * and gateway of the stories. Settings of a story take precedence.
 */
export function storySettings(): Readonly<Record<string, string>> {
  const entries = (process.env.STORY_SETTINGS ?? '').split(' ').filter((entry) => entry !== '')
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(entry) ?? []
      if (name === undefined || value === undefined) throw new Error(`STORY_SETTINGS: not NAME=value: ${entry}`)
      return [name, value]
    }),
  )
}
