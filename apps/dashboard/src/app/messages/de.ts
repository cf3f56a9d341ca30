import type { Translated } from '../../language/messages/translated.ts'
import type { appEn, shortcutsEn, signInEn } from './en.ts'

/** German: the page around the views. */
export const appDe: Translated<typeof appEn> = {
  name: 'Travel Rule',
  skip: 'Zum Inhalt springen',
  loading: 'Wird geladen …',
  account: 'Konto',
  language: 'Sprache',
  theme: 'Darstellung',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  signOut: 'Abmelden',
  explorer: 'API-Explorer',
  shortcuts: 'Tastenkürzel',
  notFound: 'Diese Seite gibt es nicht',
  toInbox: 'Zum Eingang',
  crashed: 'Auf dieser Seite ist ein Fehler aufgetreten',
  partMissing: 'Dieser Teil der Seite konnte nicht geladen werden',
  partMissingHint:
    'Die Verbindung wurde unterbrochen, oder eine neue Version des Dashboards wurde installiert. Laden Sie neu, um fortzufahren; was Sie eingegeben haben, bleibt erhalten.',
  reload: 'Neu laden',
  roles: {
    observer: 'Beobachter',
    'compliance-officer': 'Compliance-Beauftragter',
    administrator: 'Administrator',
    integration: 'Anbindung',
  },
  menu: 'Menü',
  navigation: 'Seiten',
  notAllowed: (role) => `Diese Seite braucht eine andere Rolle: ${role}.`,
  rolesWithScope: {
    'trpd:write': 'Compliance-Beauftragter oder Administrator',
    'aopd:write': 'Compliance-Beauftragter oder Administrator',
    'autod:write': 'Administrator',
    'pii:read': 'Compliance-Beauftragter',
    other: 'eine, die an diesem Dienst beteiligt ist',
  },
  viewGroups: { work: 'Arbeit', directory: 'Verzeichnis', administration: 'Verwaltung' },
  views: {
    home: 'Start',
    inbox: 'Eingang',
    audit: 'Prüfprotokoll',
    people: 'Personen',
    settings: 'Einstellungen',
    system: 'Systemzustand',
    rules: 'Regeln',
    screening: 'Sanktionsprüfung',
    retention: 'Aufbewahrung',
    newTransfer: 'Neuer Transfer',
    dataRequests: 'Datenanforderungen',
    proofs: 'Eigentumsnachweise',
    vasps: 'Andere VASPs',
    addresses: 'Ausgestellte Travel Addresses',
    customers: 'Kunden',
  },
}

/** German: the sign-in, and the end of a session. */
export const signInDe: Translated<typeof signInEn> = {
  title: 'Bei Travel Rule anmelden',
  intro: 'Prüfen Sie die Transfers, die andere VASPs ankündigen, und verfolgen Sie Ihre eigenen.',
  button: 'Anmelden',
  again: 'Erneut anmelden',
  opening: 'Einen Moment …',
  left: 'Sie sind abgemeldet.',
  expired: 'Ihre Sitzung ist beendet. Was Sie sehen, bleibt stehen; melden Sie sich erneut an, um fortzufahren.',
  renewalFailed: 'Ihre Sitzung konnte nicht verlängert werden. Es wird weiter versucht.',
  endsSoon: (time) => `Ihre Sitzung endet um ${time}. Schließen Sie Ihre Arbeit ab und melden Sie sich dann erneut an.`,
  noRole: 'Ihr Konto hat in diesem Dienst keine Rolle. Bitten Sie einen Administrator darum.',
  problems: {
    TOKEN_REFUSED:
      'Das Gateway nimmt Ihre Anmeldung nicht an. Bitten Sie den Betrieb, den Identitätsanbieter zu prüfen.',
    GATEWAY_UNREACHABLE: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    PROVIDER_UNAVAILABLE: 'Der Dienst kann Ihre Anmeldung gerade nicht prüfen. Versuchen Sie es gleich noch einmal.',
    GATEWAY_FAILED: 'Der Dienst hat nicht richtig geantwortet. Versuchen Sie es gleich noch einmal.',
    CANCELLED: 'Die Anmeldung wurde abgebrochen, oder Sie dürfen sich hier nicht anmelden.',
    EXPIRED: 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
    NOT_BEGUN_HERE: 'Diese Anmeldung begann nicht in diesem Tab oder ist schon abgeschlossen. Bitte erneut anmelden.',
    PROVIDER_UNREACHABLE: 'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    INSECURE_PAGE: 'Die Anmeldung braucht https:// oder localhost.',
    FAILED: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut, oder wenden Sie sich an den Betrieb.',
  },
}

/** German: keyboard shortcuts. */
export const shortcutsDe: Translated<typeof shortcutsEn> = {
  title: 'Tastenkürzel',
  use: 'Tastenkürzel mit einer Taste verwenden',
  keys: {
    next: 'Nächste Transaktion',
    previous: 'Vorige Transaktion',
    open: 'Transaktion öffnen',
    approve: 'Genehmigen',
    decline: 'Ablehnen',
    hold: 'Zurückstellen',
    select: 'Auswählen oder abwählen; mit Umschalt bis hierher',
    search: 'Suchen',
    back: 'Zurück zum Eingang',
    help: 'Diese Liste zeigen',
  },
}
