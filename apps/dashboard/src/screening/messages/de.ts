import type { Translated } from '../../language/messages/translated.ts'
import type { screeningEn } from './en.ts'

/** German: screening, its lists and its thresholds. */
export const screeningDe: Translated<typeof screeningEn> = {
  title: 'Sanktionsprüfung',
  lists: 'Sanktionslisten',
  intro:
    'Der Betrieb lädt sie mit „npm run screening:update“. Ändert sich eine, werden Transaktionen noch einmal geprüft.',
  empty: 'Dieser Dienst benutzt keine Sanktionslisten.',
  names: {
    OFAC_SDN: 'SDN-Liste des OFAC (Vereinigte Staaten)',
    EU_FSF: 'Konsolidierte Finanzsanktionsliste (Europäische Union)',
    UN: 'Konsolidierte Liste des UN-Sicherheitsrats',
    UK: 'Sanktionsliste des Vereinigten Königreichs',
    OPENSANCTIONS: 'OpenSanctions',
  },
  states: { CURRENT: 'Aktuell', OUTDATED: 'Veraltet', MISSING: 'Fehlt' },
  notRequired: 'nicht verlangt',
  neverLoaded: 'nie geladen',
  loaded: (when, age) => `geladen am ${when}, ${age}`,
  age: (hours, text) => (hours === 1 ? 'vor 1 Stunde' : `vor ${text} Stunden`),
  published: (day) => `veröffentlicht am ${day}`,
  entries: (count, text) => (count === 1 ? '1 Eintrag' : `${text} Einträge`),
  version: 'Fassung',
  malformed: (count, text) =>
    count === 1
      ? '1 Zeile war nicht lesbar und wird nicht geprüft'
      : `${text} Zeilen waren nicht lesbar und werden nicht geprüft`,
  row: (row) => `Zeile ${row}`,
  refused: (when) => `Eine Aktualisierung wurde am ${when} abgelehnt; die Liste davor gilt weiter.`,
  search: {
    title: 'Einen Namen oder eine Adresse prüfen',
    intro: 'Nichts davon wird gespeichert.',
    name: 'Name, in jeder Schrift',
    kind: 'Der Name gehört',
    kinds: { PERSON: 'einer Person', ORGANISATION: 'einer Organisation' },
    address: 'Adresse im Ledger',
    missing: 'Geben Sie einen Namen oder eine Adresse ein.',
    button: 'Prüfen',
  },
  verdicts: {
    PASS: 'Nichts in aktuellen Listen gefunden',
    WARN: 'Ein Name könnte gelistet sein',
    FAIL: 'Gelistet',
    UNKNOWN: 'Konnte nicht vollständig geprüft werden',
  },
  strong: 'starker Treffer',
  thresholds: {
    title: 'Schwellen',
    intro:
      'Wie ähnlich ein Name einem gelisteten ist, sagt ein Wert von 0 bis 1. Eine höhere Schwelle findet weniger Namen. Nach einer Änderung werden offene Transaktionen noch einmal geprüft.',
    possible: 'Möglicher Treffer, ab einem Wert von',
    strong: 'Starker Treffer, ab einem Wert von',
    hint: '0,6 bis 0,95',
    invalid: 'Geben Sie eine Zahl von 0,6 bis 0,95 mit höchstens zwei Nachkommastellen ein.',
    order: 'Der Wert darf nicht kleiner sein als der eines möglichen Treffers.',
    preview: 'Zeigen, was sich ändern würde',
    save: 'Speichern',
    saved: 'Gespeichert. Offene Transaktionen werden noch einmal geprüft.',
    conflict: 'Ein anderer Administrator hat die Schwellen geändert: Prüfen Sie sie und speichern Sie noch einmal.',
    changed: (count: number, text: string, examined: string) =>
      count === 1
        ? `1 von ${examined} Transaktionen der letzten 30 Tage hätte ein anderes Ergebnis.`
        : `${text} von ${examined} Transaktionen der letzten 30 Tage hätten ein anderes Ergebnis.`,
    incomplete: 'Nur die neuesten wurden untersucht.',
    change: (from: string, to: string, count: string) => `${from} → ${to}: ${count}`,
  },
  born: (years, isSame) =>
    `geboren ${years}${isSame === null ? '' : isSame ? ', wie angegeben' : ', anders als angegeben'}`,
  sameNumber: 'dieselbe amtliche Nummer',
  vendor: 'vom Prüfdienst gefunden',
}
