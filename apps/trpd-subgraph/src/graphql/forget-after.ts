import type { Context } from './context.ts'

type Resolve = (parent: unknown, args: unknown, context: Context, info: unknown) => unknown

/** The same mutation fields; after each the operation forgets what it has loaded, so that what follows shows what is true then. */
export function forgetAfter(mutations: object): Record<string, Resolve> {
  return Object.fromEntries(
    Object.entries(mutations).map(([name, resolve]: [string, Resolve]) => [
      name,
      async (parent, args, context, info) => {
        const result = await resolve(parent, args, context, info)
        context.loaders.forget()
        return result
      },
    ]),
  )
}
