/** English: the home page. */
export const homeEn = {
  title: 'Home',
  mine: 'Your cases',
  noMine: 'No open case is assigned to you.',
  overdue: 'Overdue',
  noOverdue: 'No case is overdue.',
  unassigned: 'Not assigned',
  noUnassigned: 'Every open case has an assignee.',
  newest: (count: string) => `The newest ${count} are shown.`,
  mostUrgent: (count: string) => `The ${count} of the highest priority are shown.`,
  open: (count: number, text: string) => (count === 1 ? '1 open case' : `${text} open cases`),
  byStatus: 'By status',
  byAge: 'By age',
  byPriority: 'By priority',
  byAssignee: 'By assignee',
  age: (from: string, to: string | null) => (to === null ? `${from} and more` : `${from} to ${to}`),
  younger: (than: string) => `Under ${than}`,
  trend: (days: string) => `The last ${days} days`,
  series: { received: 'Received', sent: 'Sent', approved: 'Approved', declined: 'Declined' },
  decisions: 'Decisions',
  automatic: 'Automatic',
  reviewsDue: (count: number, text: string) =>
    count === 1 ? '1 VASP is due for review' : `${text} VASPs are due for review`,
  mentions: 'Mentions of you',
  mentionedBy: (name: string, when: string) => `${name}, ${when}`,
  byRule: 'Automatic decisions by rule',
  total: (name: string, count: string) => `${name}: ${count}`,
  day: 'Day (UTC)',
  number: 'Number',
  asTable: 'Show as a table',
  csv: 'Download CSV',
  times: {
    title: 'Response times',
    intro: 'Half of the decisions took at most the first time, 95 percent at most the second.',
    empty: 'Nothing has been decided yet.',
    theirs: 'Their decisions',
    ours: 'Our decisions',
    each: (half: string, most: string, count: string) => `${half} / ${most} (${count})`,
  },
}

/** English: inquiries from unverified senders. */
export const unverifiedEn = {
  title: 'Unknown senders',
  intro:
    'Inquiries of VASPs that are neither trusted nor verified by a certificate. Too many of one address are refused, and their senders have to send them again.',
  waiting: (count: number, text: string) => (count === 1 ? '1 inquiry waits' : `${text} inquiries wait`),
  vasps: (count: number, text: string) => (count === 1 ? 'from 1 claimed VASP' : `from ${text} claimed VASPs`),
  refused: (count: number, text: string) => (count === 1 ? '1 more was refused' : `${text} more were refused`),
  open: 'Show the blocked inquiries',
  clear: 'Clear all',
  clearOne: 'Clear',
  clearTitle: 'Clear these inquiries?',
  clearText: (count: string) =>
    `Waiting: ${count}. At most 2,000 of them are archived, and the number of refused ones begins at zero. Nothing is sent. When a VASP is trusted later, its inquiries come back.`,
  cleared: (archived: string, remaining: string) => `Archived: ${archived}. Still waiting: ${remaining}.`,
  unknownAddress: 'address not recorded',
  columns: {
    address: 'Address',
    waiting: 'Waiting',
    refused: 'Refused',
    travelAddresses: 'Travel addresses',
    last: 'Latest',
  },
}

/** English: VASPs that fail to provide data. */
export const failingVaspsEn = {
  title: (months: string) => `VASPs that failed to provide data in ${months} months`,
  intro: 'Those that failed most often; the law may require you to warn or restrict them.',
  all: 'Show all',
}
