import type { Translated } from '../../language/messages/translated.ts'
import type { proofsEn } from './en.ts'

/** German: ownership proofs. */
export const proofsDe: Translated<typeof proofsEn> = {
  title: 'Eigentumsnachweise',
  one: 'Eigentumsnachweis',
  back: 'Zurück zu den Eigentumsnachweisen',
  missing: 'Es gibt keinen Eigentumsnachweis mit dieser Id.',
  empty: 'Kein Eigentumsnachweis passt dazu.',
  none: 'Es wurde noch kein Eigentumsnachweis angefordert.',
  arrivals: (count, text) =>
    count === 1 ? '1 neuen Eigentumsnachweis zeigen' : `${text} neue Eigentumsnachweise zeigen`,
  address: 'Nachzuweisende Adresse',
  noAddress: 'Die Wallet des Kunden wählt die Adresse',
  link: 'Für den Kunden',
  linkText:
    'Senden Sie dem Kunden diesen Link, oder lassen Sie ihn scannen. Wer den Link hat, kann eine Signatur einreichen.',
  portalQr: 'Seite für den Kunden',
  walletQr: 'Öffnet eine Wallet, die AOPP unterstützt',
  challenge: 'Zu signierender Text',
  attempts: 'Versuche',
  attemptsOf: (count, max) => `${count} von ${max}`,
  requested: 'Angefordert',
  endedBy: 'Beendet von',
  erased: 'Personenbezogene Daten gelöscht',
  transaction: 'Für die Transaktion',
  hold: 'Löschsperre',
  holdFree: 'Keine Löschsperre. Die einer Transaktion schützt diesen Nachweis nicht vor dem Löschen: setzen Sie beide.',
  decisionReason: 'Grund der Entscheidung oder des Widerrufs',
  submissions: 'Eingereichte Signaturen',
  noSubmission: 'Der Kunde hat noch keine Signatur eingereicht.',
  outcomes: { VALID: 'Gültig', INVALID: 'Ungültig', INCONCLUSIVE: 'Nicht entscheidbar' },
  channels: { AOPP: 'von einer Wallet', PORTAL: 'auf der Seite des Kunden', API: 'über die API' },
  request: {
    open: 'Nachweis anfordern',
    title: 'Einen Eigentumsnachweis anfordern',
    text: 'Der Kunde signiert einen Text mit dem Schlüssel der Adresse.',
    button: 'Anfordern',
    addressHint: 'Leer lassen, wenn die Wallet des Kunden die Adresse wählt.',
    time: 'Zeit für den Kunden',
    usual: 'Die übliche Zeit',
    days: (count, text) => (count === 1 ? '1 Tag' : `${text} Tage`),
  },
  CANCEL: {
    button: 'Anforderung abbrechen',
    title: 'Diese Anforderung abbrechen?',
    text: 'Der Kunde kann dann keine Signatur mehr einreichen.',
  },
  ACCEPT: {
    button: 'Nachweis anerkennen',
    title: 'Diesen Nachweis anerkennen?',
    text: 'Keine Signatur wurde für gültig befunden. Erkennen Sie den Nachweis nur an, wenn Sie auf anderem Weg wissen, dass der Kunde über die Adresse verfügt, und sagen Sie, woher.',
  },
  REJECT: {
    button: 'Nachweis ablehnen',
    title: 'Diesen Nachweis ablehnen?',
    text: 'Die Adresse ist nicht nachgewiesen. Für einen neuen Versuch fordern Sie einen weiteren Nachweis an.',
  },
  REVOKE: {
    button: 'Nachweis widerrufen',
    title: 'Diesen Nachweis widerrufen?',
    text: 'Die Adresse gilt nicht mehr als nachgewiesen. Das lässt sich nicht zurücknehmen.',
  },
}
