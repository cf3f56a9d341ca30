import type { Messages } from './messages.ts'

/** German: batches of the inbox. */
export const batchDe: Messages['batch'] = {
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
