/** English: settings of the organisation. */
export const settingsEn = {
  title: 'Settings',
  organisation: 'Organisation',
  intro: 'These settings change how clients display data, never what is stored or sent.',
  fields: { displayName: 'Name of the organisation', timeZone: 'Time zone', locale: 'Language and region' },
  hints: {
    displayName: '1 to 100 characters on one line; empty for none.',
    timeZone: 'An IANA name, such as Europe/Zurich.',
    locale: 'A BCP 47 tag, such as de-CH.',
  },
  none: 'none',
  readOnly: 'Only an administrator can change them.',
  unchanged: 'These settings have never been changed.',
  changed: (when: string, version: string) => `Version ${version}, changed ${when} by`,
  history: 'All changes',
  save: 'Save',
  discard: 'Discard changes',
  confirm: 'Change these settings?',
  setting: 'Setting',
  before: 'Before',
  after: 'After',
  saved: 'Saved.',
  conflict:
    'Someone else has changed the settings in the meantime. Your changes are still in the fields, the others show their values. Look at them, then save again.',
}

/** English: reviewed reasons. */
export const reasonsEn = {
  title: 'Reviewed reasons',
  intro: 'Officers choose one of these texts when they decline or cancel; the counterparty receives it word for word.',
  empty: 'There are none yet.',
  add: 'Add a reason',
  edit: 'Edit',
  retire: 'Retire',
  restore: 'Use again',
  retired: 'retired',
  version: (version: string, when: string) => `version ${version}, ${when}`,
  id: 'Id',
  idHint: '1 to 50 lower-case letters, digits and hyphens.',
  taken: 'There is already a reason with this id. Edit that one, or choose another id.',
  text: 'Text',
  textHint: 'Write no personal data, and nothing about an assessment or a report.',
  retireText: 'Officers can no longer choose it. What was sent before stays as it was.',
  dialogs: { ADD: 'Add a reviewed reason', EDIT: 'Edit this reason', RETIRE: 'Retire this reason?' },
  buttons: { ADD: 'Add', EDIT: 'Save', RETIRE: 'Retire' },
  done: { ADD: 'The reason is added.', EDIT: 'The reason is saved.', RETIRE: 'The reason is retired.' },
}
