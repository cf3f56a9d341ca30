import type { Translated } from '../../language/messages/translated.ts'
import type { addressesEn } from './en.ts'

/** German: travel addresses. */
export const addressesDe: Translated<typeof addressesEn> = {
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
