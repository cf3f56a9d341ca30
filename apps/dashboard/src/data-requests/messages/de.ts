import type { Translated } from '../../language/messages/translated.ts'
import type { dataRequestsEn } from './en.ts'

/** German: data requests. */
export const dataRequestsDe: Translated<typeof dataRequestsEn> = {
  title: 'Datenanforderungen',
  empty: 'Keine Datenanforderung passt dazu.',
  noneYet: 'Es wurden noch keine Daten angefordert.',
  none: 'Für diese Transaktion wurden keine Daten angefordert.',
  open: 'Daten anfordern',
  statuses: { OPEN: 'Wartet auf Antwort', RECEIVED: 'Eingegangen', EXPIRED: 'Überfällig', WITHDRAWN: 'Zurückgezogen' },
  mails: {
    QUEUED: 'Die E-Mail wartet auf den Versand.',
    SENT: 'Die E-Mail wurde gesendet.',
    FAILED: 'Die E-Mail konnte nicht gesendet werden.',
  },
  parties: { ORIGINATOR: 'Zum Auftraggeber', BENEFICIARY: 'Zum Begünstigten' },
  fields: {
    NAME: 'Vor- und Nachname oder Firma',
    ACCOUNT: 'Konto oder Wallet-Adresse',
    ADDRESS: 'Postanschrift',
    NATIONAL_ID: 'Amtliche Nummer, zum Beispiel die eines Ausweises',
    CUSTOMER_NUMBER: 'Kundennummer',
    BIRTH: 'Geburtsdatum und Geburtsort',
    LEI: 'Kennung der Rechtsperson (LEI)',
  },
  by: (name, when) => `Angefordert von ${name}, ${when}`,
  until: (when) => `der Link gilt bis ${when}`,
  mistakes: (count, text) => (count === 1 ? '1 Antwort war unvollständig' : `${text} Antworten waren unvollständig`),
  message: 'Nachricht',
  sentTo: 'Gesendet an',
  response: {
    FORM: (when) => `Mit dem Formular eingegangen, ${when}`,
    FILE: (when) => `Als Datei eingegangen, ${when}`,
    applied: 'Die Daten der Transaktion wurden damit ergänzt. Nichts beweist, wer geantwortet hat.',
    evidence:
      'Sie ist als Beleg gespeichert und hat die Daten der Transaktion nicht geändert. Nichts beweist, wer geantwortet hat.',
    hidden: 'Zeigen Sie die personenbezogenen Daten, um sie mit den bisherigen zu vergleichen.',
    title: 'Was eingegangen ist, verglichen mit den bisherigen Daten',
    columns: { field: 'Feld', former: 'Bisher', received: 'Eingegangen' },
    differs: 'abweichend',
  },
  ask: {
    title: 'Daten über die Gegenseite anfordern',
    text: 'Wer den Link hat, sieht, was Sie brauchen, und antwortet mit einem Formular oder einer Datei. Der Fall wartet so lange auf Daten.',
    fields: 'Was fehlt',
    choose: 'Wählen Sie mindestens eines.',
    messageHint: 'Freiwillig, und auf der Seite sichtbar: Schreiben Sie nichts Internes.',
    email: 'E-Mail-Adresse',
    emailHint: 'Freiwillig. Ohne sie erhalten Sie den Link und geben ihn selbst weiter.',
    preview: 'Was die Gegenseite sieht',
    intro: {
      ORIGINATOR: (name) => `${name} bittet um Angaben zum Absender dieser Überweisung.`,
      BENEFICIARY: (name) => `${name} bittet um Angaben zum Empfänger dieser Überweisung.`,
    },
    nothingElse: 'Sie sieht weder Ihren Kunden noch sonst etwas aus dem Fall.',
    button: 'Anfordern',
  },
  link: {
    title: 'Geben Sie diesen Link weiter',
    text: 'Er wird nur jetzt gezeigt. Wer ihn hat, kann die Anforderung sehen und beantworten.',
    qr: 'QR-Code des Links',
    mailed: 'Eine E-Mail mit dem Link ist unterwegs.',
    done: 'Fertig',
  },
  RENEW: {
    button: 'Neuer Link',
    title: 'Einen neuen Link erzeugen?',
    text: 'Der bisherige Link gilt dann nicht mehr. Kam er mit einer E-Mail, kommt auch der neue mit einer.',
  },
  WITHDRAW: {
    button: 'Anforderung zurückziehen',
    title: 'Diese Anforderung zurückziehen?',
    text: 'Die Seite des Links sagt, dass nichts mehr gebraucht wird.',
  },
}
