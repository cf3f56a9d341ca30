import type { Translated } from '../../language/messages/translated.ts'
import type { systemEn } from './en.ts'

/** German: the state of the service. */
export const systemDe: Translated<typeof systemEn> = {
  title: 'Systemzustand',
  parts: 'Teile des Dienstes',
  partsIntro:
    'Jeder Teil wird alle 5 Sekunden neu abgefragt. Antwortet einer nicht, funktionieren die Seiten der anderen weiter.',
  version: (version) => `Version ${version}`,
  behind: (count, text) =>
    count === 0
      ? 'Auf dem neuesten Stand'
      : count === 1
        ? '1 Ereignis im Rückstand'
        : `${text} Ereignisse im Rückstand`,
  partNames: {
    gateway: 'Gateway',
    trpd: 'Travel-Rule-Austausch',
    aopd: 'Eigentumsnachweise',
    autod: 'Prüfprotokoll, Personen und Einstellungen',
  },
  states: { RESPONDS: 'Antwortet', LOADING: 'Wartet …', FAILED: 'Antwortet nicht' },
  feedCount: (count) => (count === 1 ? 'Liest die Ereignisse 1 Teils' : `Liest die Ereignisse von ${count} Teilen`),
  feeds: 'Ereignisströme',
  feedsIntro:
    'Das Prüfprotokoll liest die Ereignisse jedes Teils. Es hält an, wenn eine Datenbank aus einer Sicherung wiederhergestellt wurde, weil Ereignisse verloren sein können.',
  reading: 'Läuft',
  stopped: 'Angehalten',
  failing: 'Gestört',
  failingSince: (when) => `Das Lesen misslingt seit ${when}: Spätere Ereignisse sind nicht angekommen.`,
  position: (position) => `Gelesen bis Ereignis ${position}`,
  lastRead: (when) => `das letzte ${when}`,
  epoch: 'Geschichte',
  stoppedAt: (when) => `Das Lesen hielt am ${when} an.`,
  stopReasons: {
    EPOCH_CHANGED:
      'Die Datenbank dieses Teils hat eine andere Geschichte: Sie wurde aus einer Sicherung wiederhergestellt, kopiert oder übernommen.',
    POSITION_UNKNOWN: 'Die Datenbank dieses Teils hat das zuletzt gelesene Ereignis nicht mehr.',
  },
  accepted: (name) => `${name} hat die Lücke hingenommen; das Lesen geht in Sekunden weiter.`,
  accept:
    'Finden Sie zuerst heraus, was verloren ist. Nehmen Sie dann die Lücke auf der Maschine des Dienstes hin; das Prüfprotokoll zeichnet auf, wer es war:',
  askOperator: 'Der Betrieb muss herausfinden, was verloren ist, und die Lücke hinnehmen.',
}
