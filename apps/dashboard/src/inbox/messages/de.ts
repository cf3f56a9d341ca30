import type { Translated } from '../../language/messages/translated.ts'
import type { batchEn, inboxEn, liveEn } from './en.ts'

/** German: the state of live updates. */
export const liveDe: Translated<typeof liveEn> = {
  CONNECTING: 'Verbindung wird aufgebaut …',
  LIVE: 'Live',
  RECONNECTING: 'Verbindung verloren. Sie wird neu aufgebaut; keine Änderung geht verloren.',
  STOPPED: 'Es kommen keine Änderungen mehr an. Laden Sie die Seite neu.',
  caughtUp: 'Wieder verbunden. Keine Änderung ging verloren.',
}

/** German: the inbox. */
export const inboxDe: Translated<typeof inboxEn> = {
  title: 'Eingang',
  unit: 'Einheit?',
  folders: { INBOX: 'Zu erledigen', WAITING: 'Wartend', ARCHIVE: 'Abgeschlossen', ALL: 'Alle' },
  count: (count, text) => (count === 1 ? `${text} Transaktion` : `${text} Transaktionen`),
  filters: 'Filter',
  search: 'Suche nach Id, Hash oder Adresse',
  searchHint: 'Der Anfang einer Id, Anfragekennung, eines Hashs oder einer Zahlungsadresse; mindestens 4 Zeichen.',
  anyDirection: 'Gesendet und empfangen',
  anyStatus: 'Jeder Status',
  direction: 'Richtung',
  status: 'Status',
  assignee: 'Zugewiesen an',
  anyAssignee: 'Alle',
  me: 'Mich',
  nobody: 'Niemanden',
  priority: 'Priorität',
  anyPriority: 'Jede Priorität',
  anyCase: 'Alle Fälle',
  openCase: 'Jeder offene Fall',
  onlyOverdue: 'Nur überfällige',
  late: 'überfällig',
  unread: 'Neues:',
  clear: 'Filter zurücksetzen',
  empty: 'Nichts zu tun. Neue Anfragen erscheinen hier von selbst.',
  emptyFiltered: 'Keine Transaktion passt dazu.',
  more: 'Weitere werden geladen …',
  arrivals: (count, text) => (count === 1 ? '1 neue Transaktion zeigen' : `${text} neue Transaktionen zeigen`),
  moved: 'Nicht mehr in dieser Liste',
  columns: { what: 'Transfer', amount: 'Betrag', status: 'Status', age: 'Alter' },
  listLabel: 'Transaktionen',
  senders: { UNVERIFIED: 'Absender nicht bestätigt', CONTRADICTED: 'Zertifikat widerspricht dem Absender' },
  issues: (count, text) => (count === 1 ? '1 Mangel in den Daten' : `${text} Mängel in den Daten`),
  due: (when) => `läuft ${when} ab`,
  overdue: 'abgelaufen',
}

/** German: actions on several transactions. */
export const batchDe: Translated<typeof batchEn> = {
  selected: (count, text) => (count === 1 ? '1 ausgewählt' : `${text} ausgewählt`),
  full: (max) => `Mehr als ${max} können nicht auf einmal geändert werden.`,
  clear: 'Auswahl aufheben',
  select: (name) => `Auswählen: ${name}`,
  about: (count, text, what) => (count === 1 ? `1 Transaktion. ${what}` : `${text} Transaktionen. ${what}`),
  TAKE: {
    button: 'Übernehmen',
    title: 'Ausgewählte Transaktionen übernehmen',
    text: 'Andere sehen, dass Sie daran arbeiten.',
  },
  ASSIGN: {
    button: 'Zuweisen',
    title: 'Ausgewählte Transaktionen zuweisen',
    text: 'Auch solche, an denen andere arbeiten.',
  },
  HOLD: {
    button: 'Zurückstellen',
    title: 'Ausgewählte Transaktionen zurückstellen',
    text: 'Über sie kann nicht entschieden werden, bis sie freigegeben sind. Die Gegenseiten merken davon nichts.',
  },
  DECLINE: {
    button: 'Ablehnen',
    title: 'Ausgewählte Transaktionen ablehnen',
    text: 'Jede Gegenseite erhält den Grund. Was eine zweite Person verlangt, wird nicht abgelehnt.',
  },
  ARCHIVE: {
    button: 'Archivieren',
    title: 'Ausgewählte Transaktionen archivieren',
    text: 'Sie kommen zu den abgeschlossenen. Das geht nur mit angehaltenen und mit bereits beendeten.',
  },
  choose: 'Person wählen',
  done: (count, text) => (count === 1 ? '1 Transaktion wurde geändert.' : `${text} Transaktionen wurden geändert.`),
  refused: (count, text, done) =>
    count === 1 ? `Geändert: ${done}. Nicht geändert: 1.` : `Geändert: ${done}. Nicht geändert: ${text}.`,
  again: (count, text) => (count === 1 ? 'Noch einmal versuchen' : `Diese ${text} noch einmal versuchen`),
}
