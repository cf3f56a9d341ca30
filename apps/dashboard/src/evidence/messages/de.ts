import type { Translated } from '../../language/messages/translated.ts'
import type { evidenceEn } from './en.ts'

/** German: evidence about a transaction, and reads of its personal data. */
export const evidenceDe: Translated<typeof evidenceEn> = {
  title: 'Beweisakte',
  contents:
    'Alles über diese Transaktion für jemanden ohne Zugang, etwa eine Aufsichtsbehörde: Beteiligte, Nachrichten, Prüfungen, Entscheidungen und Gründe, Eigentumsnachweise und das Protokoll.',
  recorded: 'Sie enthält personenbezogene Daten. Wer sie wann und warum erstellt, wird aufgezeichnet.',
  prepare: 'Beweisakte erstellen',
  again: 'Erneut erstellen',
  preparing: 'Wird erstellt …',
  ready: 'Die Beweisakte ist fertig. Das PDF dient zum Lesen; nur die signierte JSON-Datei beweist etwas.',
  saveJson: 'JSON speichern',
  savePdf: 'PDF speichern',
  hash: 'SHA-256 der Beweisakte',
  key: 'Schlüssel, der sie signiert hat',
  verify: 'Überall und offline prüfbar:',
  noPdf: 'Das PDF konnte nicht erstellt werden. Die JSON-Datei ist vollständig.',
  failed: 'Die Beweisakte konnte nicht erstellt werden.',
  purpose: 'Grund (freiwillig)',
  purposeHint: 'Ein Verweis wie „ticket 4711“, nie personenbezogene Daten: Er wird dauerhaft aufgezeichnet.',
  purposeInvalid: 'Höchstens 100 Buchstaben ohne Umlaute, Ziffern, Leerzeichen und . _ : / # -',
  reads: 'Wer personenbezogene Daten gelesen hat',
  showReads: 'Zugriffe zeigen',
  readsAgain: 'Neu laden',
  noReads: 'Bisher ist kein Zugriff aufgezeichnet.',
  readBy: (name, client) => `${name}, mit ${client}`,
  readAs: (roles) => `als ${roles}`,
  request: 'Anfrage',
  readFor: 'Grund',
  noReason: 'kein Grund angegeben',
  more: 'Nur die neuesten 50 sind zu sehen; das Protokoll hat alle.',
}
