import type { Translated } from '../../language/messages/translated.ts'
import type { failingVaspsEn, homeEn, unverifiedEn } from './en.ts'

/** German: the home page. */
export const homeDe: Translated<typeof homeEn> = {
  title: 'Start',
  mine: 'Ihre Fälle',
  noMine: 'Ihnen ist kein offener Fall zugewiesen.',
  overdue: 'Überfällig',
  noOverdue: 'Kein Fall ist überfällig.',
  unassigned: 'Nicht zugewiesen',
  noUnassigned: 'Jeder offene Fall ist zugewiesen.',
  newest: (count) => `Gezeigt sind die neuesten ${count}.`,
  mostUrgent: (count) => `Gezeigt sind die ${count} mit der höchsten Priorität.`,
  open: (count, text) => (count === 1 ? '1 offener Fall' : `${text} offene Fälle`),
  byStatus: 'Nach Status',
  byAge: 'Nach Alter',
  byPriority: 'Nach Priorität',
  byAssignee: 'Nach Person',
  age: (from, to) => (to === null ? `${from} und mehr` : `${from} bis ${to}`),
  younger: (than) => `Unter ${than}`,
  trend: (days) => `Die letzten ${days} Tage`,
  series: { received: 'Empfangen', sent: 'Gesendet', approved: 'Genehmigt', declined: 'Abgelehnt' },
  decisions: 'Entscheidungen',
  automatic: 'Automatisch',
  reviewsDue: (count, text) =>
    count === 1 ? 'Die Überprüfung von 1 VASP ist fällig' : `Die Überprüfung von ${text} VASPs ist fällig`,
  mentions: 'Erwähnungen',
  mentionedBy: (name, when) => `${name}, ${when}`,
  byRule: 'Automatische Entscheidungen nach Regel',
  total: (name, count) => `${name}: ${count}`,
  day: 'Tag (UTC)',
  number: 'Anzahl',
  asTable: 'Als Tabelle zeigen',
  csv: 'CSV herunterladen',
  times: {
    title: 'Antwortzeiten',
    intro:
      'Die Hälfte der Entscheidungen dauerte höchstens so lange wie die erste Zeit, 95 Prozent höchstens so lange wie die zweite.',
    empty: 'Es wurde noch nichts entschieden.',
    theirs: 'Deren Entscheidungen',
    ours: 'Unsere Entscheidungen',
    each: (half, most, count) => `${half} / ${most} (${count})`,
  },
}

/** German: inquiries from unverified senders. */
export const unverifiedDe: Translated<typeof unverifiedEn> = {
  title: 'Unbekannte Absender',
  intro:
    'Anfragen von VASPs, denen weder vertraut wird noch ein Zertifikat sie bestätigt. Zu viele von einer Adresse werden abgewiesen, und ihre Absender müssen sie noch einmal senden.',
  waiting: (count, text) => (count === 1 ? '1 Anfrage wartet' : `${text} Anfragen warten`),
  vasps: (count, text) => (count === 1 ? 'von 1 angeblichen VASP' : `von ${text} angeblichen VASPs`),
  refused: (count, text) => (count === 1 ? '1 weitere wurde abgewiesen' : `${text} weitere wurden abgewiesen`),
  open: 'Die angehaltenen Anfragen zeigen',
  clear: 'Alle wegräumen',
  clearOne: 'Wegräumen',
  clearTitle: 'Diese Anfragen wegräumen?',
  clearText: (count) =>
    `Wartend: ${count}. Höchstens 2.000 davon werden archiviert, und die Zahl der abgewiesenen beginnt bei null. Nichts wird gesendet. Wird einem VASP später vertraut, kommen seine Anfragen zurück.`,
  cleared: (archived, remaining) => `Archiviert: ${archived}. Noch wartend: ${remaining}.`,
  unknownAddress: 'Adresse nicht aufgezeichnet',
  columns: {
    address: 'Adresse',
    waiting: 'Wartend',
    refused: 'Abgewiesen',
    travelAddresses: 'Travel Addresses',
    last: 'Letzte',
  },
}

/** German: VASPs that fail to provide data. */
export const failingVaspsDe: Translated<typeof failingVaspsEn> = {
  title: (months) => `VASPs, die in ${months} Monaten Daten schuldig blieben`,
  intro: 'Die häufigsten; das Recht kann verlangen, sie zu ermahnen oder einzuschränken.',
  all: 'Alle zeigen',
}
