import type { Messages } from './messages.ts'

/** German: statuses, as shown on pages and as named in sentences of the service. */
export const transactionStatusesDe: Messages['transaction']['statuses'] = {
  BLOCKED: 'Angehalten',
  PENDING: 'Entscheidung offen',
  APPROVED: 'Genehmigt',
  CONFIRMED: 'Bestätigt',
  DECLINED: 'Abgelehnt',
  CANCELED: 'Abgebrochen',
  EXPIRED: 'Abgelaufen',
  FAILED: 'Nicht zugestellt',
}

export const caseStatusesDe: Messages['case']['statuses'] = {
  NEW: 'Neu',
  IN_REVIEW: 'In Prüfung',
  ON_HOLD: 'Zurückgestellt',
  WAITING_FOR_DATA: 'Wartet auf Daten',
  CLOSED: 'Abgeschlossen',
}

export const proofStatusesDe: Messages['transaction']['proofStatuses'] = {
  REQUESTED: 'Wartet auf den Kunden',
  VERIFIED: 'Erbracht',
  REJECTED: 'Zurückgewiesen',
  INCONCLUSIVE: 'Nicht entscheidbar',
  EXPIRED: 'Abgelaufen',
  CANCELED: 'Abgebrochen',
  REVOKED: 'Widerrufen',
}
