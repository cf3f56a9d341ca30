import type { PageTexts } from './page-texts.ts'

/** The page in German. */
export const german: PageTexts = {
  title: 'Angaben zu einer Überweisung',
  mistake: 'Bitte prüfen',
  intro: {
    ORIGINATOR: (vasp) => `${vasp} bittet um Angaben zu der Person oder Organisation, die diese Überweisung sendet.`,
    BENEFICIARY: (vasp) => `${vasp} bittet um Angaben zu der Person oder Organisation, die diese Überweisung empfängt.`,
  },
  facts: { asset: 'Wert', amount: 'Betrag', until: 'Antwort bis', asked: 'Erbeten' },
  messageFrom: (vasp) => `Nachricht von ${vasp}`,
  kindsTitle: 'Um wen geht es?',
  kinds: { person: 'Eine Person', organisation: 'Eine Organisation', file: 'Datei senden (IVMS101)' },
  fields: {
    NAME: 'Name',
    ACCOUNT: 'Konto oder Wallet-Adresse',
    ADDRESS: 'Postanschrift',
    NATIONAL_ID: 'Amtliche Nummer, etwa eines Ausweises oder Registers',
    CUSTOMER_NUMBER: 'Kundennummer',
    BIRTH: 'Geburtsdatum und Geburtsort (nur bei Personen)',
    LEI: 'Rechtsträgerkennung, LEI (nur bei Organisationen)',
  },
  inputs: {
    familyName: 'Nachname',
    givenNames: 'Vornamen',
    legalName: 'Eingetragener Name',
    account: 'Konto oder Wallet-Adresse',
    street: 'Straße und Hausnummer',
    postCode: 'Postleitzahl',
    townName: 'Ort',
    country: 'Land',
    idType: 'Art der Nummer',
    idNumber: 'Nummer',
    idCountry: 'Ausstellendes Land',
    idAuthority: 'Kennung des Registers',
    customerNumber: 'Kundennummer',
    dateOfBirth: 'Geburtsdatum',
    placeOfBirth: 'Geburtsort',
    lei: 'LEI',
  },
  hints: {
    familyName: 'Wie im Ausweis. Gibt es nur einen Namen, tragen Sie ihn hier ein.',
    account: 'Von dem oder an das der Wert gesendet wird.',
    customerNumber: 'Die Nummer, unter der Ihr Anbieter den Kunden führt.',
    idAuthority:
      'RA und sechs Ziffern, aus der Liste der GLEIF. Bei einer LEI, oder wenn Sie sie nicht kennen, bleibt das Feld leer.',
    lei: '20 Buchstaben und Ziffern.',
  },
  idTypes: {
    IDCD: 'Personalausweis',
    CCPT: 'Reisepass',
    DRLC: 'Führerschein',
    TXID: 'Steuernummer',
    SOCS: 'Sozialversicherungsnummer',
    LEIX: 'LEI',
    RAID: 'Nummer im Handelsregister oder einem anderen Register',
  },
  optional: '(freiwillig)',
  choose: 'Bitte wählen …',
  file: {
    label: 'IVMS101-Datei',
    hint: 'JSON mit dem Auftraggeber oder dem Begünstigten, höchstens 250 kB. Andere Beteiligte in der Datei werden nicht beachtet.',
  },
  send: 'Senden',
  privacy: (vasp) =>
    `Ihre Angaben gehen nur an ${vasp} und werden benötigt, um das Gesetz über Überweisungen von Kryptowerten einzuhalten. Dieser Link ist persönlich: Leiten Sie ihn nicht weiter.`,
  problemsTitle: 'Bitte korrigieren Sie das',
  missing: (field) => `${field}: Bitte tragen Sie das ein.`,
  issues: {
    REQUIRED: 'fehlt.',
    LENGTH: 'ist zu lang.',
    CODE: 'ist kein Code von IVMS101.',
    TEXT: 'enthält Zeichen, die nicht gespeichert werden können.',
    SHAPE: 'hat die falsche Form.',
    UNKNOWN_FIELD: 'ist kein Feld von IVMS101.',
    DIALECT: 'gehört zu einer anderen Ausgabe von IVMS101.',
    LIMIT: 'ist zu groß.',
    KEY: 'enthält einen Namen, der nicht erlaubt ist.',
    C1: 'braucht außer dem Namen noch eine Angabe.',
    C2: 'muss ein Tag in der Vergangenheit sein, geschrieben als JJJJ-MM-TT.',
    C3: 'ist kein Ländercode mit zwei Buchstaben.',
    C4: 'braucht außer dem Namen noch eine Angabe.',
    C5: 'braucht einen eingetragenen Namen.',
    C6: 'braucht einen amtlichen Namen.',
    C7: 'muss eine LEI, eine Steuernummer oder eine Registernummer sein.',
    C8: 'ist unvollständig: Tragen Sie die Straße mit Hausnummer oder die Zeilen der Anschrift ein.',
    C9: 'passt nicht zu dieser Art von Nummer: Eine LEI hat kein Register, andere Nummern von Organisationen brauchen eines.',
    C10: 'steht nicht auf der Liste der GLEIF: Verwenden Sie RA und sechs Ziffern, oder lassen Sie das Feld leer.',
    C11: 'ist keine LEI: Prüfen Sie die 20 Zeichen.',
    C12: 'hat eine Lücke in der Reihenfolge.',
  },
  fileProblems: {
    NONE: 'Wählen Sie eine Datei.',
    NOT_JSON: 'Diese Datei ist kein JSON. Exportieren Sie sie neu, als JSON in UTF-8.',
    TOO_LARGE: 'Diese Datei ist zu groß. Sie darf höchstens 250 kB haben.',
    UNUSABLE: 'Diese Datei ist zu tief verschachtelt oder enthält etwas, das nicht gespeichert werden kann.',
  },
  moreProblems: (count) => `Es gibt ${count} weitere.`,
  outcomes: {
    RECEIVED: {
      title: 'Danke, Ihre Angaben sind angekommen',
      message: (vasp) => `${vasp} hat sie erhalten. Es ist nichts weiter zu tun, und Sie können diese Seite schließen.`,
    },
    ALREADY_RECEIVED: {
      title: 'Es sind schon Angaben angekommen',
      message: (vasp) =>
        `Über diesen Link kamen schon andere Angaben, deshalb wurde nicht gespeichert, was Sie jetzt gesendet haben. Um sie zu berichtigen, bitten Sie ${vasp} um einen neuen Link.`,
    },
    EXPIRED: {
      title: 'Dieser Link ist abgelaufen',
      message: (vasp) => `Bitte fragen Sie ${vasp} nach einem neuen, falls die Angaben noch gebraucht werden.`,
    },
    NOT_NEEDED: {
      title: 'Es wird nichts mehr gebraucht',
      message: (vasp) => `${vasp} braucht diese Angaben nicht mehr. Es ist nichts zu tun.`,
    },
    UNKNOWN: {
      title: 'Dieser Link ist nicht bekannt',
      message: () =>
        'Vielleicht fehlt ein Teil, oder er wurde durch einen neueren ersetzt. Öffnen Sie ihn noch einmal aus der Nachricht, die Sie erhalten haben, oder bitten Sie den Absender um einen neuen.',
    },
    TOO_LARGE: {
      title: 'Diese Datei ist zu groß',
      message: () => 'Sie darf höchstens 250 kB haben. Gehen Sie zurück und wählen Sie eine andere.',
    },
    MALFORMED: {
      title: 'Das hat nicht geklappt',
      message: () => 'Das Formular kam nicht vollständig an. Gehen Sie zurück und senden Sie es noch einmal.',
    },
    UNAVAILABLE: {
      title: 'Das hat nicht geklappt',
      message: () =>
        'Der Dienst ist gerade nicht verfügbar, und nichts wurde gespeichert. Gehen Sie zurück und senden Sie es gleich noch einmal.',
    },
  },
  otherLanguage: { code: 'en', name: 'English' },
}
