import { createHash, timingSafeEqual } from 'node:crypto'
import type { Person } from './identity-data.ts'

/** The person with this user name or e-mail address and password. Takes as long for a name that does not exist. */
export function authenticate(people: readonly Person[], login: string, password: string): Person | undefined {
  const wanted = login.trim().toLowerCase()
  const found = people.find(
    (person) => person.username.toLowerCase() === wanted || person.email.toLowerCase() === wanted,
  )
  const matches = timingSafeEqual(digest(password), digest(found?.password ?? ''))
  return matches && password !== '' ? found : undefined
}

export function personById(people: readonly Person[], id: string): Person | undefined {
  return people.find((person) => person.id === id)
}

/** The claims about a person, under Keycloak's names. */
export function claimsOf(person: Person) {
  return {
    sub: person.id,
    name: person.name,
    preferred_username: person.username,
    email: person.email,
    email_verified: true,
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
