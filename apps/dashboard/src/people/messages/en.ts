/** English: people who use the service. */
export const peopleEn = {
  title: 'People and API clients',
  count: (count: number, text: string) => (count === 1 ? '1 person or client' : `${text} people and clients`),
  intro:
    'Everyone who has used this service. Accounts, roles and the secrets of API clients are kept at the identity provider, where an administrator adds and disables them; a change of roles is shown after the next call.',
  empty: 'No one has used this service yet.',
  nameless: 'Without a name',
  never: 'never',
  history: 'Entries',
  previous: 'Previous page',
  next: 'Next page',
  pages: 'Pages of people',
  columns: {
    name: 'Name and id',
    roles: 'Roles',
    lastSeen: 'Last seen',
    firstSeen: 'First seen',
    history: 'Audit log',
  },
}
