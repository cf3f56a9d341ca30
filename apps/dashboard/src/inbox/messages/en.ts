/** English: the state of live updates. */
export const liveEn = {
  CONNECTING: 'Connecting …',
  LIVE: 'Live',
  RECONNECTING: 'Connection lost. Reconnecting; no change will be missed.',
  STOPPED: 'Live updates have stopped. Reload the page to see changes.',
  caughtUp: 'Connected again. No change was missed.',
}

/** English: the inbox. */
export const inboxEn = {
  title: 'Inbox',
  /** Short for `transaction.unknownUnit`. */
  unit: 'unit?',
  folders: { INBOX: 'To do', WAITING: 'Waiting', ARCHIVE: 'Finished', ALL: 'All' },
  count: (count: number, text: string) => (count === 1 ? `${text} transaction` : `${text} transactions`),
  filters: 'Filters',
  search: 'Search by id, hash or address',
  searchHint: 'The start of an id, request identifier, hash or payment address; at least 4 characters.',
  anyDirection: 'Sent and received',
  anyStatus: 'Any status',
  direction: 'Direction',
  status: 'Status',
  assignee: 'Assigned to',
  anyAssignee: 'Anyone',
  me: 'Me',
  nobody: 'Unassigned',
  priority: 'Priority',
  anyPriority: 'Any priority',
  anyCase: 'Any case',
  openCase: 'Any open case',
  onlyOverdue: 'Only overdue',
  late: 'overdue',
  unread: 'News:',
  clear: 'Clear filters',
  empty: 'Nothing to do. New inquiries appear here automatically.',
  emptyFiltered: 'No transaction matches.',
  more: 'Loading more …',
  arrivals: (count: number, text: string) => (count === 1 ? 'Show 1 new transaction' : `Show ${text} new transactions`),
  moved: 'No longer in this list',
  columns: { what: 'Transfer', amount: 'Amount', status: 'Status', age: 'Age' },
  listLabel: 'Transactions',
  senders: { UNVERIFIED: 'Sender not verified', CONTRADICTED: 'Sender contradicted by its certificate' },
  issues: (count: number, text: string) => (count === 1 ? '1 issue in the data' : `${text} issues in the data`),
  due: (when: string) => `expires ${when}`,
  overdue: 'expired',
}

/** English: actions on several transactions. */
export const batchEn = {
  selected: (count: number, text: string) => (count === 1 ? '1 selected' : `${text} selected`),
  full: (max: string) => `No more than ${max} can be changed at once.`,
  clear: 'Clear selection',
  select: (name: string) => `Select: ${name}`,
  about: (count: number, text: string, what: string) =>
    count === 1 ? `1 transaction. ${what}` : `${text} transactions. ${what}`,
  TAKE: { button: 'Take', title: 'Take the selected transactions', text: 'Others see that you work on them.' },
  ASSIGN: { button: 'Assign', title: 'Assign the selected transactions', text: 'Including those assigned to others.' },
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
    text: 'They move to the finished transactions. Only blocked and finished transactions can be archived.',
  },
  choose: 'Choose a person',
  done: (count: number, text: string) =>
    count === 1 ? '1 transaction was changed.' : `${text} transactions were changed.`,
  refused: (count: number, text: string, done: string) =>
    count === 1 ? `Changed: ${done}. Not changed: 1.` : `Changed: ${done}. Not changed: ${text}.`,
  again: (count: number, text: string) => (count === 1 ? 'Try it again' : `Try these ${text} again`),
}
