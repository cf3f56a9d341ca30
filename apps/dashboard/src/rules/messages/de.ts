import type { Translated } from '../../language/messages/translated.ts'
import type { ratesEn, ruleHistoryEn, rulesEn } from './en.ts'

/** German: rules and trying them out. */
export const rulesDe: Translated<typeof rulesEn> = {
  title: 'Regeln',
  version: (version) => `Version ${version}`,
  intro:
    'Regeln entscheiden automatisch über Transaktionen oder bereiten sie für Beauftragte vor. Die erste Regel, die zutrifft, wird angewendet.',
  changed: (when) => `Geändert am ${when} von`,
  empty: 'Es gibt keine Regeln: Beauftragte entscheiden, und es gelten die Grenzen der automatischen Genehmigung.',
  always: 'jede Transaktion',
  actions: {
    APPROVE: 'Genehmigen',
    DECLINE: 'Ablehnen',
    HOLD: 'Zurückstellen',
    ASK: 'Auf Daten warten',
    ASSIGN: 'Beauftragten überlassen',
  },
  edit: 'Bearbeiten',
  close: 'Bearbeitung schließen',
  editor: 'Die Regeln bearbeiten',
  editorIntro:
    'Alle Regeln als JSON, in ihrer Reihenfolge, mit den Feldern der API. Bis Sie speichern, ändert sich nichts.',
  json: 'Regeln als JSON',
  note: 'Warum sie geändert werden (freiwillig)',
  line: (line) => `Zeile ${line}`,
  notJson: 'Ab hier ist das kein JSON-Array.',
  dryRun: 'An früheren Transaktionen erproben',
  which: 'An welchen Transaktionen sie erprobt werden',
  from: 'Von',
  to: 'Bis einschließlich',
  backwards: 'Der letzte Tag liegt vor dem ersten.',
  anyAsset: 'Jedes Asset',
  anyVasp: 'Jeder VASP',
  save: 'Regeln ersetzen',
  saved: (version) => `Die Regeln sind ersetzt: Dies ist Version ${version}.`,
  conflict: (version) =>
    `Jemand anderes hat die Regeln inzwischen ersetzt. Oben steht Version ${version}, Ihr Text ist noch im Feld. Um jene Version zu ersetzen, speichern Sie noch einmal.`,
  warnings: 'Das tut vielleicht nicht, was Sie erwarten',
  result: (count, examined, otherwise) =>
    `${count === 1 ? '1 Transaktion' : `${examined} Transaktionen`} untersucht, anders entschieden worden wären: ${otherwise}`,
  partial: 'Es gibt ältere Transaktionen, die nicht untersucht wurden.',
  would: 'Die Regeln würden',
  did: 'Was geschah',
  number: 'Anzahl',
  noRule: 'Beauftragten überlassen, ohne Regel',
  decisions: { APPROVED: 'Genehmigt', DECLINED: 'Abgelehnt', UNDECIDED: 'Nicht von uns entschieden' },
  automatically: 'automatisch',
  byPerson: 'von einer Person',
  differences: 'Anders entschieden',
  more: 'Weitere zeigen',
}

/** German: former versions of the rules. */
export const ruleHistoryDe: Translated<typeof ruleHistoryEn> = {
  title: 'Frühere Versionen',
  empty: 'Es gibt keine frühere Version.',
  by: (name) => `von ${name}`,
  show: 'Mit den jetzigen Regeln vergleichen',
  hide: 'Vergleich schließen',
  more: 'Frühere Versionen zeigen',
  missing: 'Diese Version der Regeln gibt es nicht.',
  same: 'Diese Regeln sind die jetzigen.',
  difference: (version) => `Was sich seit Version ${version} geändert hat`,
  rulesThen: (version) => `Die Regeln der Version ${version}`,
  kinds: {
    ADDED: 'Seitdem hinzugefügt',
    REMOVED: 'Seitdem entfernt',
    CHANGED: 'Seitdem geändert',
    MOVED: 'Seitdem verschoben',
  },
  former: 'Damals',
  present: 'Jetzt',
  place: (place) => `jetzt an Platz ${place}`,
}

/** German: rates. */
export const ratesDe: Translated<typeof ratesEn> = {
  title: 'Kurse',
  intro:
    'Was eine ganze Einheit eines Assets wert ist, für Bedingungen an Beträge in einer Währung. Meist setzt sie ein Programm.',
  empty:
    'Kein Kurs ist gesetzt: Eine Bedingung an einen Betrag in einer Währung ist unbekannt, und ein Beauftragter entscheidet.',
  set: 'Kurs setzen',
  columns: { asset: 'Asset', value: 'Wert einer Einheit', at: 'Zeit des Kurses', by: 'Gesetzt von' },
  outdated: 'zu alt, nicht benutzt',
  currency: 'Währung',
  currencyHint: 'Ein Code nach ISO 4217, etwa EUR.',
  value: 'Wert einer ganzen Einheit',
  valueHint: 'Eine Dezimalzahl mit Punkt.',
  at: 'Wann der Kurs galt',
  atHint: 'Leer für jetzt. Ein Kurs, der älter als der gespeicherte ist, wird nicht übernommen.',
  done: 'Der Kurs ist gespeichert, außer es gab schon einen neueren.',
}
