import type { Translated } from '../../language/messages/translated.ts'
import type { formWordsEn, problemsEn } from './en.ts'

/** German: buttons and notes of forms. */
export const formWordsDe: Translated<typeof formWordsEn> = {
  close: 'Schließen',
  cancelDialog: 'Zurück',
  required: 'Dieses Feld ist erforderlich.',
  working: 'Einen Moment …',
}

/** German: why an operation failed. */
export const problemsDe: Translated<typeof problemsEn> = {
  title: 'Das hat nicht funktioniert',
  unreachable:
    'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut; nichts wird doppelt ausgeführt.',
  FORBIDDEN: 'Ihre Rolle erlaubt das nicht.',
  UNAUTHENTICATED: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
  SUBGRAPH_UNAVAILABLE: 'Ein Teil des Dienstes antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  SUBGRAPH_TIMEOUT:
    'Ein Teil des Dienstes hat nicht rechtzeitig geantwortet. Prüfen Sie den Status, bevor Sie es erneut versuchen.',
  TRANSACTION_SECOND_PERSON_MISSING:
    'Über diesen Betrag entscheiden zwei Personen: Schlagen Sie vor, eine andere Person stimmt zu.',
  TRANSACTION_VERSION_CONFLICT:
    'Jemand anderes hat diese Transaktion zuerst geändert. Laden Sie die Seite neu, um zu sehen, was sich geändert hat.',
  TRANSACTION_RESUBMITTED: 'An ihrer Stelle wurde bereits eine Transaktion gesendet.',
  DATA_REQUEST_CLOSED: 'Die Anfrage ist geschlossen: zurückgezogen, abgelaufen oder beantwortet.',
  DATA_REQUESTS_TOO_MANY: 'Für diese Transaktion sind zu viele Anfragen offen. Ziehen Sie zuerst eine zurück.',
  SAVED_VIEWS_TOO_MANY:
    'Sie haben so viele gespeicherte Ansichten, wie eine Person haben kann. Löschen Sie zuerst eine.',
  SAVED_VIEW_EXISTS: 'Eine andere Ihrer Ansichten hat diesen Namen.',
  SAVED_VIEW_NOT_FOUND: 'Diese Ansicht wurde inzwischen gelöscht.',
  TRANSACTION_ON_HOLD: 'Die Transaktion ist zurückgestellt. Geben Sie sie zuerst frei.',
  BATCH_INTERRUPTED: 'Der Vorgang endete vor dieser Transaktion; sie ist unverändert. Versuchen Sie es noch einmal.',
  CASE_ASSIGNEE_NOT_ALLOWED:
    'Wählen Sie eine Person, die über Transaktionen entscheiden darf und diesen Dienst kürzlich benutzt hat.',
  PROPOSAL_OWN: 'Ihrem eigenen Vorschlag können Sie nicht zustimmen. Das muss eine andere Person tun.',
  PROPOSAL_EXISTS:
    'Eine Entscheidung ist schon vorgeschlagen. Stimmen Sie ihr zu, oder ziehen Sie den Vorschlag zuerst zurück.',
  PROPOSAL_EXPIRED: 'Der Vorschlag ist abgelaufen.',
  PROPOSAL_NOT_FOUND: 'Dem Vorschlag wurde inzwischen zugestimmt, oder er wurde zurückgezogen.',
  EVIDENCE_INCOMPLETE:
    'Eine Beweisakte braucht jeden Teil des Dienstes, und einer antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  EVIDENCE_KEYS_MISSING:
    'Hier kann keine Beweisakte signiert werden: Diesem Knoten fehlen Schlüssel für Prüfpunkte. Fragen Sie, wer ihn betreibt.',
  EVIDENCE_PDF_BUSY: 'Gerade werden andere PDFs erstellt. Versuchen Sie es gleich noch einmal.',
  EVIDENCE_PDF_TOO_LARGE: 'Die Beweisakte ist zu groß für ein PDF.',
  EVIDENCE_PDF_TIMEOUT: 'Das PDF zu erstellen hat zu lange gedauert. Versuchen Sie es gleich noch einmal.',
  RATE_LIMITED: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  conflict:
    'Jemand anderes hat diese Transaktion zuerst geändert. Die Seite zeigt den jetzigen Stand; bitte prüfen Sie erneut.',
  other: 'Der Dienst konnte das nicht ausführen.',
  code: (code) => `Code: ${code}`,
  retry: 'Erneut versuchen',
  load: 'Das kann gerade nicht geladen werden.',
}
