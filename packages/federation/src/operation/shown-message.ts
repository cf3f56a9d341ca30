/** A message of graphql-js quotes what it is about, however long that is. */
const messageCharactersMax = 1_000

/** A message, cut where it is very long. */
export function shownMessage(message: string): string {
  return message.length > messageCharactersMax ? `${message.slice(0, messageCharactersMax)}…` : message
}
