import { GraphQLError } from 'graphql'

export interface RefusalErrorOptions {
  /** Stable code for programs: `NOUN_WHAT`. */
  readonly code: string
  /** Message for people: what is refused, and how to correct the request. */
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** An error that clients see, with `extensions.code`. */
export function refusalError({ code, message, extensions }: RefusalErrorOptions): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, code } })
}

/** An error with code `BAD_USER_INPUT`. */
export function badInput(message: string): GraphQLError {
  return refusalError({ code: 'BAD_USER_INPUT', message })
}

/** Messages of graphql-js quote the document, which may be long. */
const messageCharactersMax = 1_000

/** A message, truncated when it is very long. */
export function shortMessage(message: string): string {
  return message.length > messageCharactersMax ? `${message.slice(0, messageCharactersMax)}…` : message
}
