import type { Translated } from '../../language/messages/translated.ts'
import type { customersEn } from './en.ts'

/** German: customers. */
export const customersDe: Translated<typeof customersEn> = {
  title: 'Kunden',
  empty: 'Kein Kunde passt dazu.',
  none: 'Es ist noch kein Kunde gespeichert.',
  noSearch: 'Geben Sie einen Namen ein, um die Transaktionen einer Person zu finden.',
  add: 'Kunden hinzufügen',
  change: 'Diesen Kunden ändern',
  save: 'Speichern',
  text: 'Anfragen an die Travel Addresses des Kunden werden mit Name und Konten verglichen. Offene werden erneut geprüft.',
  search: 'Suche',
  searchHint: 'Ganze Wörter des Namens in beliebiger Reihenfolge, oder die vollständige Referenz.',
  by: 'Suchen nach',
  name: 'Name',
  reference: 'Referenz',
  party: 'Name in Transaktionen',
  transactions: 'Transaktionen',
  showTransactions: 'Transaktionen zeigen',
  person: 'Weitere Angaben',
  showPerson: 'Weitere Angaben zeigen',
  noPerson: 'Über diesen Kunden ist nichts Weiteres gespeichert.',
  noTransactions: 'Keine Transaktion gefunden.',
  referenceHint: 'Die Kennung des Kunden in Ihren Systemen, wie bei den Travel Addresses.',
  accounts: (count, text) => (count === 1 ? '1 Konto' : `${text} Konten`),
}
