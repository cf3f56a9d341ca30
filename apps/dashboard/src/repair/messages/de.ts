import type { Translated } from '../../language/messages/translated.ts'
import type { repairEn } from './en.ts'

/** German: correcting data, and sending an inquiry again. */
export const repairDe: Translated<typeof repairEn> = {
  back: 'Zurück zur Transaktion',
  CORRECT: {
    button: 'Daten berichtigen',
    title: 'Daten berichtigen',
    text: 'Die Gegenseite hat diese Anfrage nicht angenommen, deshalb lassen sich ihre Daten noch ändern. Die bisherigen bleiben im Verlauf erhalten.',
    save: 'Berichtigung speichern',
  },
  RESUBMIT: {
    button: 'Als neue Transaktion erneut senden',
    title: 'Als neue Transaktion erneut senden',
    text: 'Diese Anfrage ist beendet. An ihrer Stelle wird eine andere gesendet, und beide werden miteinander verknüpft.',
    save: 'Anfrage senden',
  },
  impossible: 'Die Daten dieser Transaktion lassen sich jetzt nicht ändern.',
  role: 'Ändern kann sie nur, wer personenbezogene Daten sehen darf: ein Compliance-Beauftragter.',
  sendNow: 'Gleich erneut senden',
  sendNowHint: 'Sonst wird sie gesendet, wenn jemand die Zustellung wiederholt.',
  amountHint: 'Eine Dezimalzahl mit Punkt.',
  nothing: 'Es wurde noch nichts geändert.',
  receives: 'Was die Gegenseite erhält',
  linkOf: 'Gesendet anstelle von',
  linkAs: 'Erneut gesendet als',
}
