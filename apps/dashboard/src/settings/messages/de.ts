import type { Translated } from '../../language/messages/translated.ts'
import type { reasonsEn, settingsEn } from './en.ts'

/** German: settings of the organisation. */
export const settingsDe: Translated<typeof settingsEn> = {
  title: 'Einstellungen',
  organisation: 'Organisation',
  intro: 'Diese Einstellungen ändern, wie Programme Daten zeigen, nie was gespeichert oder gesendet wird.',
  fields: { displayName: 'Name der Organisation', timeZone: 'Zeitzone', locale: 'Sprache und Region' },
  hints: {
    displayName: '1 bis 100 Zeichen in einer Zeile; leer für keinen.',
    timeZone: 'Ein IANA-Name wie Europe/Zurich.',
    locale: 'Ein BCP-47-Kürzel wie de-CH.',
  },
  none: 'keiner',
  readOnly: 'Nur ein Administrator kann sie ändern.',
  unchanged: 'Diese Einstellungen wurden noch nie geändert.',
  changed: (when, version) => `Version ${version}, geändert am ${when} von`,
  history: 'Alle Änderungen',
  save: 'Speichern',
  discard: 'Änderungen verwerfen',
  confirm: 'Diese Einstellungen ändern?',
  setting: 'Einstellung',
  before: 'Vorher',
  after: 'Nachher',
  saved: 'Gespeichert.',
  conflict:
    'Jemand anderes hat die Einstellungen inzwischen geändert. Ihre Änderungen stehen noch in den Feldern, die übrigen zeigen die neuen Werte. Prüfen Sie sie, und speichern Sie noch einmal.',
}

/** German: reviewed reasons. */
export const reasonsDe: Translated<typeof reasonsEn> = {
  title: 'Geprüfte Gründe',
  intro:
    'Beauftragte wählen einen dieser Texte, wenn sie ablehnen oder abbrechen; die Gegenseite erhält ihn Wort für Wort.',
  empty: 'Es gibt noch keine.',
  add: 'Grund hinzufügen',
  edit: 'Bearbeiten',
  retire: 'Zurückziehen',
  restore: 'Wieder verwenden',
  retired: 'zurückgezogen',
  version: (version, when) => `Version ${version}, ${when}`,
  id: 'Kennung',
  idHint: '1 bis 50 Kleinbuchstaben, Ziffern und Bindestriche.',
  taken: 'Einen Grund mit dieser Kennung gibt es schon. Bearbeiten Sie jenen, oder wählen Sie eine andere.',
  text: 'Wortlaut',
  textHint: 'Schreiben Sie keine personenbezogenen Daten und nichts über eine Einschätzung oder Meldung.',
  retireText: 'Beauftragte können ihn nicht mehr wählen. Was früher gesendet wurde, bleibt, wie es war.',
  dialogs: {
    ADD: 'Einen geprüften Grund hinzufügen',
    EDIT: 'Diesen Grund bearbeiten',
    RETIRE: 'Diesen Grund zurückziehen?',
  },
  buttons: { ADD: 'Hinzufügen', EDIT: 'Speichern', RETIRE: 'Zurückziehen' },
  done: {
    ADD: 'Der Grund ist hinzugefügt.',
    EDIT: 'Der Grund ist gespeichert.',
    RETIRE: 'Der Grund ist zurückgezogen.',
  },
}
