/** English: batches of the inbox. */
export const batchEn = {
  selected: (count: number, text: string) => (count === 1 ? '1 selected' : `${text} selected`),
  full: (max: string) => `No more than ${max} can be changed at once.`,
  clear: 'Clear selection',
  select: (name: string) => `Select: ${name}`,
  about: (count: number, text: string, what: string) =>
    count === 1 ? `1 transaction. ${what}` : `${text} transactions. ${what}`,
  TAKE: { button: 'Take', title: 'Take the selected transactions', text: 'Others see that you work on them.' },
  ASSIGN: { button: 'Assign', title: 'Assign the selected transactions', text: 'Also those that others work on.' },
  HOLD: {
    button: 'Put on hold',
    title: 'Put the selected transactions on hold',
    text: 'They cannot be decided until they are released. The counterparties do not notice.',
  },
  DECLINE: {
    button: 'Decline',
    title: 'Decline the selected transactions',
    text: 'Each counterparty receives the reason. Those that need a second person are not declined.',
  },
  ARCHIVE: {
    button: 'Archive',
    title: 'Archive the selected transactions',
    text: 'They move to the finished ones. Only those that are blocked, or finished already, can be archived.',
  },
  choose: 'Choose a person',
  done: (count: number, text: string) =>
    count === 1 ? '1 transaction was changed.' : `${text} transactions were changed.`,
  refused: (count: number, text: string, done: string) =>
    count === 1 ? `Changed: ${done}. Not changed: 1.` : `Changed: ${done}. Not changed: ${text}.`,
  again: (count: number, text: string) => (count === 1 ? 'Try it again' : `Try these ${text} again`),
}
