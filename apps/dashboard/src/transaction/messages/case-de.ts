import type { Translated } from '../../language/messages/translated.ts'
import type { caseEn, proposalEn } from './case-en.ts'

/** German: the case of a transaction. */
export const caseDe: Translated<typeof caseEn> = {
  title: 'Fall',
  statuses: {
    NEW: 'Neu',
    IN_REVIEW: 'In Prüfung',
    ON_HOLD: 'Zurückgestellt',
    WAITING_FOR_DATA: 'Wartet auf Daten',
    CLOSED: 'Abgeschlossen',
  },
  priorities: { LOW: 'Niedrige Priorität', NORMAL: 'Normale Priorität', HIGH: 'Hohe Priorität', URGENT: 'Dringend' },
  unassigned: 'Nicht zugewiesen',
  assigned: (name) => `${name} bearbeitet ihn`,
  due: (when) => `fällig ${when}`,
  reason: 'Interner Grund',
  comment: 'Kommentar',
  internal: 'Wird verschlüsselt gespeichert und nie an die Gegenseite gesendet.',
  showTexts: 'Neue Texte anzeigen',
  mention: 'Kollegen erwähnen',
  mentioned: (count) => `Kollegen erwähnen (${count})`,
  mentionHint: 'Sie finden den Kommentar auf ihrer Startseite.',
  mentions: (names) => `Erwähnt ${names}`,
  HOLD: {
    button: 'Zurückstellen',
    title: 'Diese Transaktion zurückstellen?',
    text: 'Über sie kann erst nach der Freigabe entschieden werden. Die Gegenseite merkt nichts davon.',
  },
  AWAIT_DATA: {
    button: 'Auf Daten warten',
    title: 'Auf Daten warten?',
    text: 'Es wird nicht automatisch entschieden. Ein Beauftragter kann weiterhin entscheiden.',
  },
  RELEASE: {
    button: 'Freigeben',
    title: 'Diese Transaktion freigeben?',
    text: 'Es kann wieder entschieden werden. Entschieden ist damit nichts.',
  },
  TAKE: {
    button: 'Übernehmen',
    title: 'Diese Transaktion bearbeiten?',
    text: 'Andere sehen, dass Sie sie bearbeiten.',
  },
  COMMENT: {
    button: 'Kommentieren',
    title: 'Diese Transaktion kommentieren',
    text: 'Ihre Kollegen sehen den Kommentar.',
  },
  ASSIGN: {
    button: 'Zuweisen',
    title: 'Diese Transaktion zuweisen',
    field: 'Wer sie bearbeitet',
    hint: 'Personen, die entscheiden dürfen und diesen Dienst in den letzten 90 Tagen benutzt haben.',
  },
  PRIORITIZE: { button: 'Priorität setzen', title: 'Die Priorität setzen', field: 'Priorität' },
  SCHEDULE: {
    button: 'Frist setzen',
    title: 'Bis wann soll das erledigt sein?',
    field: 'Fällig',
    hint: 'Leer lassen für die übliche Frist.',
  },
  events: {
    'case.held': 'Zurückgestellt',
    'case.awaiting_data': 'Wartet auf Daten',
    'case.data_received': 'Erbetene Angaben eingegangen',
    'case.released': 'Freigegeben',
    'case.assigned': 'Zugewiesen',
    'case.unassigned': 'Zuweisung aufgehoben',
    'case.commented': 'Kommentar',
    'case.finding_accepted': 'Befund akzeptiert',
    'case.prioritized': 'Priorität geändert',
    'case.scheduled': 'Fälligkeit geändert',
    'case.reviewed': 'Geprüft',
    'case.proposed': 'Entscheidung vorgeschlagen',
    'case.proposal_withdrawn': 'Vorschlag zurückgezogen',
    'case.closed': 'Abgeschlossen',
    'case.reopened': 'Wieder geöffnet',
  },
}

/** German: a proposed decision. */
export const proposalDe: Translated<typeof proposalEn> = {
  choose: 'Nur vorschlagen: Eine zweite Person entscheidet',
  hint: 'Bei großen Beträgen ist das je nach Ihren Einstellungen Pflicht.',
  button: 'Vorschlagen',
  done: 'Vorgeschlagen. Eine andere Person muss zustimmen.',
  decisions: {
    APPROVE: (name) => `${name} schlägt vor, dies zu genehmigen`,
    DECLINE: (name) => `${name} schlägt vor, dies abzulehnen`,
  },
  proposed: 'Vorgeschlagen',
  expires: (when) => `läuft ${when} ab`,
  own: 'Eine andere Person muss Ihrem Vorschlag zustimmen.',
  ACCEPT: {
    button: 'Dem Vorschlag zustimmen',
    title: 'Wie vorgeschlagen entscheiden?',
    text: 'Die Gegenseite erhält die Entscheidung. Sie lässt sich nicht zurücknehmen.',
  },
  WITHDRAW: {
    button: 'Vorschlag zurückziehen',
    title: 'Diesen Vorschlag zurückziehen?',
    text: 'Entschieden ist damit nichts.',
  },
}
