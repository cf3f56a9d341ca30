import type { Messages } from './messages.ts'

/** German: what stops a transaction, and accepting a finding. */
export const releaseDe: Messages['release'] = {
  title: 'Was diese Transaktion aufhält',
  checking: 'Die Prüfungen laufen. Was sie erlauben, geht von selbst weiter.',
  requiresNothing:
    'Auf diesem Knoten muss keine Prüfung bestanden werden: Weder ein Land noch eine Sanktionsliste ist eingestellt. Sehen Sie die Prüfungen selbst an.',
  acts: {
    SEND: 'die Anfrage senden',
    APPROVE: 'genehmigen',
    PAY: 'bezahlen',
    CREDIT: 'dem Kunden gutschreiben',
    REPORT: 'den Hash senden',
  },
  stops: (acts) => `Nicht erlaubt: ${acts}`,
  codes: {
    TRANSACTION_WRONG_DIRECTION: 'Das ist Sache der anderen Seite.',
    TRANSACTION_WRONG_STATUS: 'Der Status erlaubt es nicht.',
    VASP_NOT_TRUSTED: 'Dem VASP wird noch nicht vertraut.',
    AMOUNT_UNIT_UNKNOWN: 'Es ist nicht bekannt, in welcher Einheit der VASP Beträge schreibt.',
    CASE_ON_HOLD: 'Der Fall ist zurückgestellt, bis ihn jemand freigibt.',
    CHECK_NOT_RUN: 'Es wird mit den jetzigen Daten und Listen geprüft.',
    FINDING_OPEN: 'Niemand hat diesen Befund akzeptiert.',
    FINDING_NEEDS_SECOND_PERSON: 'Eine Person hat diesen Befund akzeptiert. Der Betrag verlangt eine zweite.',
    SCREENING_LIST_MISSING: 'Eine Sanktionsliste ist nicht geladen. Der Betreiber muss sie laden.',
    SCREENING_LIST_OUTDATED: 'Eine Sanktionsliste ist zu alt. Der Betreiber muss sie neu laden.',
  },
  accept: 'Befund akzeptieren',
  acceptTitle: 'Diesen Befund akzeptieren?',
  acceptText:
    'Er hält dann nichts mehr auf, solange die Prüfung dasselbe findet. Ihre Begründung bleibt im Fall, Ihr Name im Prüfprotokoll.',
}
