import type { Translated } from '../../language/messages/translated.ts'
import type { peopleEn } from './en.ts'

/** German: people who use the service. */
export const peopleDe: Translated<typeof peopleEn> = {
  title: 'Personen und API-Clients',
  count: (count, text) => (count === 1 ? '1 Person oder Client' : `${text} Personen und Clients`),
  intro:
    'Alle, die diesen Dienst benutzt haben. Konten, Rollen und die Geheimnisse von API-Clients liegen beim Identitätsanbieter, wo ein Administrator sie anlegt und sperrt; geänderte Rollen erscheinen nach dem nächsten Aufruf.',
  empty: 'Noch niemand hat diesen Dienst benutzt.',
  nameless: 'Ohne Namen',
  never: 'nie',
  history: 'Einträge',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  pages: 'Seiten mit Personen',
  columns: {
    name: 'Name und Id',
    roles: 'Rollen',
    lastSeen: 'Zuletzt gesehen',
    firstSeen: 'Zuerst gesehen',
    history: 'Prüfprotokoll',
  },
}
