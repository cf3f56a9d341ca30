import type { KyselyPlugin } from 'kysely'

/** A plugin that counts the statements of its database. */
export interface StatementCounter extends KyselyPlugin {
  /** The statements so far. */
  readonly count: number
}

export function countStatements(): StatementCounter {
  let count = 0
  return {
    get count() {
      return count
    },
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
