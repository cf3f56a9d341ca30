import { type DirectiveNode, GraphQLBoolean, GraphQLNonNull, Kind } from 'graphql'
import { name } from './input-values.ts'
import type { Writing } from './write-selections.ts'

/** Sometimes `@skip`, `@include` or both, with a literal or a variable. */
export function directives({ random, variables }: Pick<Writing, 'random' | 'variables'>): {
  directives?: readonly DirectiveNode[]
} {
  if (!random.chance(0.15)) return {}
  const kinds = random.chance(0.15) ? ['skip', 'include'] : [random.pick(['skip', 'include'])]
  return {
    directives: kinds.map((kind) => ({
      kind: Kind.DIRECTIVE,
      name: name(kind),
      arguments: [
        {
          kind: Kind.ARGUMENT,
          name: name('if'),
          value: random.chance(0.5)
            ? { kind: Kind.BOOLEAN, value: kind === 'include' || random.chance(0.3) }
            : variables.condition(new GraphQLNonNull(GraphQLBoolean)),
        },
      ],
    })),
  }
}
