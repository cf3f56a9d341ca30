import type { Translated } from '../../language/messages/translated.ts'
import type { erasureEn } from './en.ts'

/** German: erasure, legal holds, retention, and the customer’s own data. */
export const erasureDe: Translated<typeof erasureEn> = {
  title: 'Löschsperre und Löschung',
  free: 'Keine Löschsperre. Die personenbezogenen Daten können gelöscht werden, sobald die Transaktion abgeschlossen ist.',
  held: (name, when) =>
    `Löschsperre: gesetzt von ${name}, ${when}. Die personenbezogenen Daten können nicht gelöscht werden.`,
  erased: (when) =>
    `Die personenbezogenen Daten dieser Transaktion wurden am ${when} gelöscht. Es bleiben der Ablauf, Asset, Betrag, VASP und Hash; ändern lässt sich nichts mehr.`,
  SET: {
    button: 'Löschsperre setzen',
    title: 'Eine Löschsperre setzen?',
    text: 'Die personenbezogenen Daten bleiben bis zum Ende der Sperre erhalten, auch über die Frist hinaus. Die Gegenseite merkt nichts davon.',
  },
  END: {
    button: 'Löschsperre aufheben',
    title: 'Die Löschsperre aufheben?',
    text: 'Ist die Aufbewahrungsfrist vorbei, können die personenbezogenen Daten danach jederzeit gelöscht werden.',
  },
  erase: {
    transaction: 'Personenbezogene Daten löschen',
    customer: 'Einen Kunden löschen',
    destroys: 'Wird endgültig vernichtet',
    destroyed: {
      transaction:
        'Beide Parteien, Texte und Gründe, Nachrichten, Adressen, die Kundenreferenz, die Belege der Prüfungen und die dafür angeforderten Eigentumsnachweise.',
      customer:
        'Was über den Kunden gespeichert ist, seine Travel Addresses, die inaktiv werden, und die personenbezogenen Daten aller seiner Transaktionen und Eigentumsnachweise. Gespeicherte Ansichten aller Personen mit der Referenz oder dem Namen werden gelöscht.',
    },
    remains: 'Was bleibt',
    remaining: 'Was wann durch wen geschah, Asset, Betrag, VASP und Hash. Das Prüfprotokoll hält die Löschung fest.',
    ground: 'Warum',
    grounds: {
      DATA_SUBJECT_REQUEST: 'Die betroffene Person hat es verlangt',
      RETENTION_ENDED: 'Die Aufbewahrungsfrist ist vorbei',
      AUTHORITY_ORDER: 'Eine Behörde oder ein Gericht hat es angeordnet',
      RECORDED_IN_ERROR: 'Es hätte nicht erfasst werden dürfen',
    },
    name: 'Name des Kunden',
    nameHint: 'Freiwillig. Gespeicherte Ansichten, die jedes Wort davon enthalten, werden gelöscht.',
    ticket: 'Ihr Aktenzeichen des Antrags oder der Anordnung',
    ticketHint: 'Freiwillig. Das Prüfprotokoll behält es: keine personenbezogenen Daten.',
    confirm: (word) => `Geben Sie zur Bestätigung ${word} ein`,
    word: 'LÖSCHEN',
    wrong: (word) => `Geben Sie das Wort ${word} ein.`,
    button: 'Endgültig löschen',
    done: (transactions, addresses, proofs, views) =>
      `Gelöscht: Transaktionen ${transactions}, Travel Addresses ${addresses}, Eigentumsnachweise ${proofs}, gespeicherte Ansichten ${views}.`,
  },
  certificate: {
    title: 'Löschnachweis',
    list: 'Löschungen',
    empty: 'Es wurde noch nichts gelöscht.',
    soon: 'Der Nachweis steht gleich im Prüfprotokoll.',
    what: 'Was',
    ticket: 'Aktenzeichen',
    by: 'Durch',
    at: 'Wann',
    entry: 'Prüfprotokoll',
    destroys: 'Vernichtet',
    destroyed: {
      transfer:
        'Beide Parteien, Texte und Gründe, Nachrichten, Adressen, die Kundenreferenz und die Belege der Prüfungen.',
      proof: 'Adresse, Aufgabe, alle Signaturen, Kundenreferenz, Begründungen und Link.',
    },
    amount: (transactions, addresses) => `Transaktionen: ${transactions}. Travel Addresses: ${addresses}.`,
  },
  retention: {
    title: 'Aufbewahrung',
    intro: 'Wie lange das Gesetz personenbezogene Daten verlangt, und was darüber hinaus gespeichert ist.',
    periods: 'Fristen',
    columns: { kind: 'Art', period: 'Frist', source: 'Quelle' },
    kinds: {
      transaction: 'Transaktionen',
      screeningHit: 'Transaktionen mit einem Treffer der Sanktionsprüfung',
      unusedProof: 'Für keine Transaktion angefordert und nie bestätigt',
      transactionProof: 'Für eine Transaktion angefordert, oder bestätigt und widerrufen',
    },
    years: (count, text) => (count === 1 ? '1 Jahr' : `${text} Jahre`),
    unknown: 'nicht bekannt: nichts wird gelöscht',
    noJurisdiction:
      'Kein Recht ist eingestellt (TRPD_JURISDICTION): Keine Frist ist bekannt, und nichts wird gelöscht.',
    under: (code) => `Das Recht von ${code}, gerechnet ab der letzten Änderung einer Transaktion.`,
    plan: 'Probelauf',
    on: 'Was fällig ist, wird von selbst gelöscht.',
    off: 'Von selbst wird nichts gelöscht (TRPD_RETENTION_ERASES). Das würde gelöscht.',
    dueCount: 'Frist vorbei, kann gelöscht werden',
    keptCount: 'Frist vorbei, aber behalten: offen, unter Löschsperre oder mit einem Treffer',
    heldCount: 'Davon unter Löschsperre',
    oldest: (count) => `Die ältesten ${count}`,
    proofs: {
      periods: 'Fristen der Eigentumsnachweise',
      noJurisdiction:
        'Kein Recht ist eingestellt (AOPD_JURISDICTION): Keine Frist ist bekannt, und nichts wird gelöscht.',
      under: (code) =>
        `Das Recht von ${code}, gerechnet ab der letzten Änderung eines Nachweises. Bestätigte Nachweise werden gebraucht und haben keine Frist.`,
      plan: 'Probelauf der Eigentumsnachweise',
      off: 'Von selbst wird nichts gelöscht (AOPD_RETENTION_ERASES). Das würde gelöscht.',
      keptCount: 'Frist vorbei, aber behalten: in Gebrauch, unter Löschsperre oder von einer Art mit unbekannter Frist',
    },
    customerText:
      'Wenn ein Kunde es verlangt oder eine Behörde es anordnet. Nicht möglich, solange eine Transaktion offen ist oder unter Löschsperre steht.',
  },
  download: {
    button: 'Daten dieses Kunden herunterladen',
    text: 'Für den Kunden: was über ihn gespeichert ist, ohne die Gegenseiten und ohne Internes. Das Prüfprotokoll hält es fest.',
    progress: (count) => `${count} Transaktionen geladen …`,
    done: 'Die Datei ist gespeichert.',
  },
}
