import type { Messages } from './messages.ts'

/** German: travel addresses. */
export const addressesDe: Messages['addresses'] = {
  title: 'Ausgestellte Travel Addresses',
  one: (asset) => `Travel Address für ${asset}`,
  empty: 'Es wurde noch keine Travel Address ausgestellt.',
  active: 'Aktiv',
  inactive: 'Inaktiv',
  issued: 'Ausgestellt',
  qr: 'QR-Code der Travel Address',
  print: 'Drucken',
  create: {
    open: 'Travel Address ausstellen',
    title: 'Eine Travel Address ausstellen',
    text: 'Der Kunde gibt sie an den weiter, der das Asset sendet.',
    button: 'Ausstellen',
    addressHint: 'Wird bei der Genehmigung einer Anfrage vorgeschlagen. Ohne sie gibt der Beauftragte eine ein.',
    referenceHint: 'Damit werden Anfragen mit dem Namen dieses Kunden verglichen. Sie wird verschlüsselt gespeichert.',
    label: 'Zweck',
  },
  edit: {
    open: 'Bearbeiten',
    title: 'Diese Travel Address bearbeiten',
    button: 'Speichern',
    active: 'Anfragen annehmen',
    activeHint: 'Sonst antwortet sie wie eine, die es nicht gibt.',
  },
}

/** German: customers. */
export const customersDe: Messages['customers'] = {
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
