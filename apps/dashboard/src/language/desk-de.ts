import type { Messages } from './messages.ts'

/** German: inquiries of unknown senders, the history of the rules, and rates. */
export const deskDe: Pick<Messages, 'unverified' | 'failingVasps' | 'ruleHistory' | 'rates'> = {
  unverified: {
    title: 'Unbekannte Absender',
    intro:
      'Anfragen von VASPs, denen weder vertraut wird noch ein Zertifikat sie bestätigt. Zu viele von einer Adresse werden abgewiesen, und ihre Absender müssen sie noch einmal senden.',
    waiting: (count, text) => (count === 1 ? '1 Anfrage wartet' : `${text} Anfragen warten`),
    vasps: (count, text) => (count === 1 ? 'von 1 angeblichen VASP' : `von ${text} angeblichen VASPs`),
    refused: (count, text) => (count === 1 ? '1 weitere wurde abgewiesen' : `${text} weitere wurden abgewiesen`),
    open: 'Die angehaltenen Anfragen zeigen',
    clear: 'Alle wegräumen',
    clearOne: 'Wegräumen',
    clearTitle: 'Diese Anfragen wegräumen?',
    clearText: (count) =>
      `Wartend: ${count}. Höchstens 2.000 davon werden archiviert, und die Zahl der abgewiesenen beginnt bei null. Nichts wird gesendet. Wird einem VASP später vertraut, kommen seine Anfragen zurück.`,
    cleared: (archived, remaining) => `Archiviert: ${archived}. Noch wartend: ${remaining}.`,
    unknownAddress: 'Adresse nicht aufgezeichnet',
    columns: {
      address: 'Adresse',
      waiting: 'Wartend',
      refused: 'Abgewiesen',
      travelAddresses: 'Travel Addresses',
      last: 'Letzte',
    },
  },
  failingVasps: {
    title: (months) => `VASPs, die in ${months} Monaten Daten schuldig blieben`,
    intro: 'Die häufigsten; das Recht kann verlangen, sie zu ermahnen oder einzuschränken.',
    all: 'Alle zeigen',
  },
  ruleHistory: {
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
  },
  rates: {
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
  },
}
