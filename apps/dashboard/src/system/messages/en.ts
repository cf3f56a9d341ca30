/** English: the state of the service. */
export const systemEn = {
  title: 'System',
  parts: 'Parts of the service',
  partsIntro: 'Checked every 5 seconds. When a part does not respond, the pages of the others still work.',
  version: (version: string) => `version ${version}`,
  behind: (count: number, text: string) =>
    count === 0 ? 'Up to date' : count === 1 ? '1 event behind' : `${text} events behind`,
  partNames: {
    gateway: 'Gateway',
    trpd: 'Travel Rule exchange',
    aopd: 'Ownership proofs',
    autod: 'Audit log, people and settings',
  },
  states: { RESPONDS: 'Responds', LOADING: 'Waiting …', FAILED: 'Does not respond' },
  feedCount: (count: number) => (count === 1 ? 'Reads the events of 1 part' : `Reads the events of ${count} parts`),
  feeds: 'Event feeds',
  feedsIntro:
    'The audit log reads the events of each part. It stops when a database was restored from a backup, because events may be lost.',
  reading: 'Running',
  stopped: 'Stopped',
  failing: 'Failing',
  failingSince: (when: string) => `Reading fails since ${when}: events after this one have not arrived.`,
  position: (position: string) => `Read up to event ${position}`,
  lastRead: (when: string) => `the last one ${when}`,
  epoch: 'history',
  stoppedAt: (when: string) => `Reading stopped ${when}.`,
  stopReasons: {
    EPOCH_CHANGED: 'The database of this part has another history: it was restored from a backup, copied or promoted.',
    POSITION_UNKNOWN: 'The database of this part no longer has the last event that was read.',
  },
  accepted: (name: string) => `${name} has accepted the gap; reading continues within seconds.`,
  accept:
    'Find out what is lost first. Then accept the gap on the machine of the service; the audit log records who did:',
  askOperator: 'An operator has to find out what is lost, and accept the gap.',
}
