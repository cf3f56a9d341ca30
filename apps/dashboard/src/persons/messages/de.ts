import type { Translated } from '../../language/messages/translated.ts'
import type { personEn } from './en.ts'

/** German: persons and their data. */
export const personDe: Translated<typeof personEn> = {
  natural: 'Natürliche Person',
  legal: 'Organisation',
  name: 'Name',
  localName: 'Name in eigener Schrift',
  phoneticName: 'Name in Lautschrift',
  address: 'Anschrift',
  nationalId: 'Ausweis',
  customerId: 'Kundennummer',
  birth: 'Geboren',
  residence: 'Wohnsitzland',
  registration: 'Land der Registrierung',
  accounts: 'Konten',
  nameTypes: {
    ALIA: 'Alias',
    BIRT: 'Geburtsname',
    MAID: 'Mädchenname',
    LEGL: 'eingetragener Name',
    MISC: 'anderer',
    SHRT: 'Kurzname',
    TRAD: 'Handelsname',
  },
  idTypes: {
    ARNU: 'Ausländernummer',
    CCPT: 'Reisepass',
    RAID: 'Kennung einer Registrierungsstelle',
    DRLC: 'Führerschein',
    FIIN: 'Identitätsnummer für Auslandsinvestitionen',
    TXID: 'Steuernummer',
    SOCS: 'Sozialversicherungsnummer',
    IDCD: 'Personalausweis',
    LEIX: 'LEI',
    MISC: 'anderer',
  },
  issuedIn: (country) => `ausgestellt in ${country}`,
}
