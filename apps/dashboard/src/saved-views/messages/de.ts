import type { Translated } from '../../language/messages/translated.ts'
import type { savedViewsEn } from './en.ts'

/** German: saved views of the inbox. */
export const savedViewsDe: Translated<typeof savedViewsEn> = {
  label: 'Gespeicherte Ansicht',
  none: 'Keine',
  default: 'Standard',
  defaultOption: (name) => `${name} (Standard)`,
  save: 'Filter speichern',
  manage: 'Ansichten …',
  unavailable: 'Gespeicherte Ansichten können derzeit nicht geladen werden.',
  saveTitle: 'Filter speichern',
  name: 'Name',
  nameHint: 'Nur Sie sehen ihn, auf jedem Gerät. Geben Sie keine personenbezogenen Daten ein.',
  replaces: 'Sie haben eine Ansicht mit diesem Namen. Ihre Filter werden ersetzt.',
  withoutSearch: 'Die Suche wird nicht gespeichert.',
  submit: 'Speichern',
  manageTitle: 'Gespeicherte Ansichten',
  intro: 'Der Eingang zeigt nach dem Öffnen des Dashboards die Standardansicht, außer wenn der Link Filter hat.',
  empty: 'Sie haben keine gespeicherten Ansichten.',
  makeDefault: 'Als Standard wählen',
  noDefault: 'Nicht mehr Standard',
  rename: 'Umbenennen',
  renameTitle: 'Ansicht umbenennen',
  delete: 'Löschen',
  deleted: (name) => `„${name}“ ist gelöscht.`,
  undo: 'Rückgängig machen',
  restored: (name) => `„${name}“ ist wiederhergestellt.`,
  defaultNow: (name) => `„${name}“ ist der Standard.`,
  noDefaultNow: 'Keine Ansicht ist der Standard.',
}
