/** German: senders, lists and signatures that are examined, deliveries, and issues with the data. */
export const exchangeWordsDe = {
  // The sender of an inquiry.
  'The sender presented no client certificate.': 'Der Absender hat kein Client-Zertifikat gezeigt.',
  'The client certificate is not valid here ({}).': 'Das Client-Zertifikat ist hier nicht gültig ({}).',
  'The client certificate has a key that is pinned for this VASP.':
    'Das Client-Zertifikat hat einen Schlüssel, der für diesen VASP festgelegt ist.',
  'The client certificate has another key than those pinned for this VASP.':
    'Das Client-Zertifikat hat einen anderen Schlüssel als die, die für diesen VASP festgelegt sind.',
  'The client certificate has another key than the one that /identity shows.':
    'Das Client-Zertifikat hat einen anderen Schlüssel, als /identity zeigt.',
  'The client certificate is for this VASP, but has another key than /identity showed: call discoverVasp, or pin its key.':
    'Das Client-Zertifikat ist das dieses VASP, hat aber einen anderen Schlüssel, als /identity zeigte: Fragen Sie den VASP erneut, oder legen Sie seinen Schlüssel fest.',
  'The client certificate is for the LEI {}, but this VASP has {}.':
    'Das Client-Zertifikat gilt für die LEI {}, dieser VASP hat aber {}.',
  'The client certificate is for the LEI {}, but /identity says {}.':
    'Das Client-Zertifikat gilt für die LEI {}, /identity nennt aber {}.',
  'The client certificate is for the LEI of this VASP.': 'Das Client-Zertifikat gilt für die LEI dieses VASP.',
  'The client certificate is for a host of this VASP.': 'Das Client-Zertifikat gilt für einen Host dieses VASP.',
  'The client certificate is for the LEI that this VASP claims, but the VASP is not trusted yet.':
    'Das Client-Zertifikat gilt für die LEI, die dieser VASP angibt, aber dem VASP wird noch nicht vertraut.',
  'The client certificate is for another host.': 'Das Client-Zertifikat gilt für einen anderen Host.',
  'The client certificate names neither the LEI nor the host of this VASP: pin its key.':
    'Das Client-Zertifikat nennt weder LEI noch Host dieses VASP: Legen Sie seinen Schlüssel fest.',

  'Screening has found a possible match.': 'Das Screening hat einen möglichen Treffer gefunden.',
  'Screening has found a possible match after the transaction had ended.':
    'Das Screening hat einen möglichen Treffer gefunden, nachdem die Transaktion beendet war.',
  'Screening has found a possible match after the decision.':
    'Die Sanktionsprüfung hat nach der Entscheidung einen möglichen Treffer gefunden.',

  // Files of sanctions lists.
  '{} has a {} beside it that ends inside a row': 'Neben {} liegt eine Datei {}, die in einer Zeile endet',
  '{} ends inside a row': '{} endet in einer Zeile',
  '{} has no entries': '{} hat keine Einträge',
  '{} has {} entries; the loaded list has {}': '{} hat {} Einträge; die geladene Liste hat {}',
  '{} has {} names; the loaded list has {}': '{} hat {} Namen; die geladene Liste hat {}',
  '{} has {} wallets; the loaded list has {}': '{} hat {} Wallets; die geladene Liste hat {}',
  '{} is in a form that is not read: provide sdn.xml, or sdn.csv with alt.csv and sdn_comments.csv, instead':
    '{} hat eine Form, die nicht gelesen wird: Legen Sie sdn.xml bereit, oder sdn.csv mit alt.csv und sdn_comments.csv',
  '{} has an empty {} beside it': 'Neben {} liegt eine leere Datei {}',
  '{} has no {} beside it': 'Neben {} fehlt die Datei {}',
  '{} has no header with Unique ID and Name 6': '{} hat keine Kopfzeile mit Unique ID und Name 6',
  '{} has more than {} bytes': '{} hat mehr als {} Bytes',
  '{} is not UTF-8': '{} ist nicht in UTF-8',
  '{} ends before its last element is closed': '{} endet, bevor das letzte Element geschlossen ist',
  '{} ends inside a quoted field': '{} endet in einem Feld in Anführungszeichen',
  '{} is not well-formed XML': '{} ist kein wohlgeformtes XML',
  '{} is not well-formed CSV': '{} ist kein wohlgeformtes CSV',
  '{} has a document type declaration': '{} hat eine Dokumenttyp-Deklaration',
  '{} is nested too deeply': '{} ist zu tief verschachtelt',
  '{} has an entry that is too long': '{} hat einen zu langen Eintrag',
  '{} has a line that is too long': '{} hat eine zu lange Zeile',
  '{} ends inside an entity': '{} endet in einem Eintrag',
  '{} has no column {}': 'In {} fehlt die Spalte {}',
  '{} is empty': '{} ist leer',
  "{} is a web page (HTML), such as an error or a sign-in of the publisher's site: download it again":
    '{} ist eine Webseite (HTML), etwa ein Fehler oder eine Anmeldung der Herausgeberin: Laden Sie die Datei noch einmal',
  '{} is XML of another kind, with the root element {}': '{} ist anderes XML mit dem Wurzelelement {}',
  '{} is {text}, and no list that is read': '{} ist {text} und keine Liste, die gelesen wird',
  'a ZIP archive or a spreadsheet': 'ein ZIP-Archiv oder eine Tabellenkalkulation',
  'compressed with gzip': 'mit gzip gepackt',
  'a PDF document': 'ein PDF-Dokument',
  'a spreadsheet': 'eine Tabellenkalkulation',
  empty: 'leer',
  'JSON of another kind': 'anderes JSON',
  'a table of another kind, with {} columns': 'eine andere Tabelle mit {} Spalten',
  'text of another kind': 'ein anderer Text',
  'no id, no name, or too few columns': 'keine Kennung, kein Name oder zu wenige Spalten',
  'not an entity of FollowTheMoney': 'kein Eintrag von FollowTheMoney',
  'a target without a name': 'ein Ziel ohne Namen',
  'alt.csv: not an alias': 'alt.csv: kein Alias',
  'sdn.csv: {} columns instead of {}, or no name': 'sdn.csv: {} Spalten statt {}, oder kein Name',
  'no unique ID, no name, or too few columns': 'keine eindeutige Kennung, kein Name oder zu wenige Spalten',
  'a {} without {} or {}': '{} ohne {} oder {}',
  'an {} without {} or {}': '{} ohne {} oder {}',

  // Signatures of ownership proofs.
  'method not covered: {text}': 'Verfahren nicht abgedeckt: {text}',
  'BIP-322 signatures of the form "{}"': 'Signaturen nach BIP-322 der Form „{}“',
  'BIP-322 for {} addresses': 'BIP-322 für {}-Adressen',
  'a taproot annex': 'ein Taproot-Annex',
  'taproot script paths': 'Skriptpfade von Taproot',
  'a message signature by one key cannot speak for a P2WSH script':
    'Eine Nachrichtensignatur eines einzelnen Schlüssels gilt nicht für ein P2WSH-Skript',
  'signatures of contract wallets (EIP-1271, ERC-6492) need a node of the chain':
    'Signaturen von Vertrags-Wallets (EIP-1271, ERC-6492) brauchen einen Knoten der Chain',
  'the submitted address is not the one the proof was requested for':
    'Die eingereichte Adresse ist nicht die, für die der Nachweis angefordert wurde',
  'the submitted address is not a {} address': 'Die eingereichte Adresse ist keine {}-Adresse',
  'this is neither a message signature nor a BIP-322 signature':
    'Dies ist weder eine Nachrichtensignatur noch eine Signatur nach BIP-322',
  'the signature is by the key of another address': 'Die Signatur stammt vom Schlüssel einer anderen Adresse',
  'the signature is by the key of another address, or over another message':
    'Die Signatur stammt vom Schlüssel einer anderen Adresse, oder sie gilt einer anderen Nachricht',
  'the signature is by another key, or over another message':
    'Die Signatur stammt von einem anderen Schlüssel, oder sie gilt einer anderen Nachricht',
  'the signature is by {}, or over another message; an owner of a contract wallet (EIP-1271) and typed data (EIP-712) look the same, and only a node of the chain can tell':
    'Die Signatur stammt von {}, oder sie gilt einer anderen Nachricht; bei der Signatur für eine Vertrags-Wallet (EIP-1271) und über typisierte Daten (EIP-712) sieht es ebenso aus, und nur ein Knoten der Blockchain kann es unterscheiden',
  'the signature is not over this message': 'Die Signatur gilt nicht dieser Nachricht',
  'the signature is not base64': 'Die Signatur ist nicht Base64',
  'the signature is neither hexadecimal nor base64': 'Die Signatur ist weder hexadezimal noch Base64',
  'the signature is repeated': 'Die Signatur ist wiederholt',
  'no public key can be recovered from this signature':
    'Aus dieser Signatur lässt sich kein öffentlicher Schlüssel gewinnen',
  'a Bitcoin message signature has 65 bytes': 'Eine Bitcoin-Nachrichtensignatur hat 65 Bytes',

  'a P2WPKH witness is a signature and a compressed key':
    'Ein P2WPKH-Witness besteht aus einer Signatur und einem komprimierten Schlüssel',
  'BIP-322 allows SIGHASH_ALL only': 'BIP-322 erlaubt nur SIGHASH_ALL',
  'the witness is not that of a taproot address': 'Der Witness ist nicht der einer Taproot-Adresse',
  'a taproot key path witness is one signature of 64 or 65 bytes':
    'Ein Taproot-Witness des Schlüsselpfads ist eine Signatur mit 64 oder 65 Bytes',
  'BIP-137 has no signatures for taproot addresses: sign with BIP-322':
    'BIP-137 hat keine Signaturen für Taproot-Adressen: Signieren Sie nach BIP-322',
  '{} is not a header of a Bitcoin message signature (27 to 42)':
    '{} ist kein Kopf einer Bitcoin-Nachrichtensignatur (27 bis 42)',
  'header {} is for {words}, the address is {}': 'Der Kopf {} gehört zu {words}, die Adresse ist {}',
  'signed by the key of the address ({words})': 'Signiert vom Schlüssel der Adresse ({words})',
  'signed by the account (EIP-191)': 'Signiert vom Konto (EIP-191)',
  'an EVM account signature has 65 bytes that end in 0, 1, 27 or 28, or 64 bytes':
    'Die Signatur eines EVM-Kontos hat 65 Bytes mit 0, 1, 27 oder 28 am Ende, oder 64 Bytes',

  // Sources of law: names of laws stay as they are.
  'TFR article {}: 5 years, to which national law may add up to 5; the start is not stated':
    'TFR Artikel {}: 5 Jahre, denen nationales Recht bis zu 5 hinzufügen kann; der Beginn ist nicht genannt',
  'TFR article {}, as for transactions: 5 years, to which national law may add up to 5; the start is not stated':
    'TFR Artikel {}, wie für Transaktionen: 5 Jahre, denen nationales Recht bis zu 5 hinzufügen kann; der Beginn ist nicht genannt',
  'AMLA article {}: at least 10 years after the relation or the transaction ends':
    'GwG (AMLA) Artikel {}: mindestens 10 Jahre nach dem Ende der Beziehung oder der Transaktion',
  'AMLA article {}, as for transactions: at least 10 years after the relation or the transaction ends':
    'GwG (AMLA) Artikel {}, wie für Transaktionen: mindestens 10 Jahre nach dem Ende der Beziehung oder der Transaktion',
  '{}, as for transactions, by secondary sources': '{}, wie für Transaktionen, nach Sekundärquellen',
  '{}, by secondary sources': '{}, nach Sekundärquellen',
  '{}, as for transactions': '{}, wie für Transaktionen',

  // Deliveries.
  'No longer sent: the transaction was canceled.': 'Wird nicht mehr gesendet: Die Transaktion wurde abgebrochen.',
  'No longer sent: the time limit has passed.': 'Wird nicht mehr gesendet: Die Frist ist abgelaufen.',
  'The approval came too late.': 'Die Genehmigung kam zu spät.',
  'The counterparty did not respond in time.': 'Die Gegenseite hat nicht rechtzeitig geantwortet.',
  'The response of the counterparty is too large.': 'Die Antwort der Gegenseite ist zu groß.',
  'The counterparty could not be reached ({}).': 'Die Gegenseite war nicht erreichbar ({}).',
  'TLS connection to the counterparty failed ({}).': 'Die TLS-Verbindung zur Gegenseite ist gescheitert ({}).',
  "Requests to the counterparty's address are not allowed: {}.":
    'Anfragen an die Adresse der Gegenseite sind nicht erlaubt: {}.',
  'The counterparty responded with a redirect ({}), which is not followed.':
    'Die Gegenseite antwortete mit einer Weiterleitung ({}), der nicht gefolgt wird.',
  'The counterparty responded with a web page instead of a TRP message.':
    'Die Gegenseite antwortete mit einer Webseite statt einer TRP-Nachricht.',
  'The counterparty responded with status {}, but not with a TRP message; it is unknown whether it received ours.':
    'Die Gegenseite antwortete mit Status {}, aber nicht mit einer TRP-Nachricht; ob sie unsere erhalten hat, ist nicht bekannt.',
  'The counterparty responded with status {} instead of 204.': 'Die Gegenseite antwortete mit Status {} statt 204.',
  'The counterparty responded with status {}.': 'Die Gegenseite antwortete mit Status {}.',
  'The counterparty reports that it received another message under the same identifier (409).':
    'Die Gegenseite meldet, dass sie unter derselben Kennung eine andere Nachricht erhalten hat (409).',
  'The counterparty refused the message with status {}: “{}”.':
    'Die Gegenseite hat die Nachricht mit Status {} abgelehnt: „{}“.',
  'The counterparty refused the message with status {}.': 'Die Gegenseite hat die Nachricht mit Status {} abgelehnt.',

  // Issues with the data, by IVMS101.
  '{} is missing: add it.': '{} fehlt: Ergänzen Sie es.',
  '{} is missing: add at least one element.': '{} fehlt: Ergänzen Sie mindestens ein Element.',
  '{} is blank: fill it or leave it out.': '{} ist leer: Füllen Sie es aus, oder lassen Sie es weg.',
  '{} has more than {} elements: remove or join some.':
    '{} hat mehr als {} Elemente: Entfernen oder verbinden Sie einige.',
  '{} has more than {} characters: shorten it.': '{} hat mehr als {} Zeichen: Kürzen Sie es.',
  '{} is not an integer: use 0 or more.': '{} ist keine ganze Zahl: Verwenden Sie 0 oder mehr.',
  '{} is not a country: use an ISO 3166-1 alpha-2 code such as CH, or XX for an unknown one.':
    '{} ist kein Land: Verwenden Sie ein Kürzel nach ISO 3166-1 alpha-2 wie CH, oder XX für ein unbekanntes.',
  '{} is not a known code: use one of {}.': '{} ist kein bekannter Code: Verwenden Sie einen von {}.',
  '{} contains NUL or an unpaired surrogate: remove it.':
    '{} enthält NUL oder ein einzelnes Surrogat: Entfernen Sie es.',
  'Further issues that are not listed: {}.': 'Weitere Mängel, die nicht aufgeführt sind: {}.',
  'A person is either natural or legal: set exactly one of naturalPerson and legalPerson.':
    'Eine Person ist entweder natürlich oder juristisch: Setzen Sie genau eines von naturalPerson und legalPerson.',
  'The originator is identified by a name only: add geographicAddress, customerIdentification, nationalIdentification or dateAndPlaceOfBirth.':
    'Der Auftraggeber ist nur mit einem Namen bezeichnet: Ergänzen Sie geographicAddress, customerIdentification, nationalIdentification oder dateAndPlaceOfBirth.',
  'dateOfBirth is not a day in the past: write it as YYYY-MM-DD.':
    'dateOfBirth ist kein Tag in der Vergangenheit: Schreiben Sie ihn als YYYY-MM-DD.',
  'The natural person has no legal name: add one to nameIdentifier with the type LEGL.':
    'Die natürliche Person hat keinen amtlichen Namen: Ergänzen Sie einen in nameIdentifier mit dem Typ LEGL.',
  'A natural person cannot have a registrationAuthority: remove it.':
    'Eine natürliche Person kann keine registrationAuthority haben: Entfernen Sie sie.',
  'The legal person is identified by a name only: add geographicAddress, customerNumber or nationalIdentification.':
    'Die juristische Person ist nur mit einem Namen bezeichnet: Ergänzen Sie geographicAddress, customerNumber oder nationalIdentification.',
  'The legal person has no legal name: add one to nameIdentifier with the type LEGL.':
    'Die juristische Person hat keinen amtlichen Namen: Ergänzen Sie einen in nameIdentifier mit dem Typ LEGL.',
  'nationalIdentifierType is not one for a legal person: use RAID, MISC, LEIX or TXID.':
    'nationalIdentifierType ist keiner für eine juristische Person: Verwenden Sie RAID, MISC, LEIX oder TXID.',
  'A legal person cannot have a countryOfIssue: remove it.':
    'Eine juristische Person kann kein countryOfIssue haben: Entfernen Sie es.',
  'An LEI has no registrationAuthority: remove it.': 'Eine LEI hat keine registrationAuthority: Entfernen Sie sie.',
  'registrationAuthority is missing: add the code of the register from the list of GLEIF, such as RA000585.':
    'registrationAuthority fehlt: Ergänzen Sie den Code des Registers aus der Liste der GLEIF, zum Beispiel RA000585.',
  'registrationAuthority is not on the list of GLEIF: use RA and six digits, such as RA000585.':
    'registrationAuthority steht nicht auf der Liste der GLEIF: Verwenden Sie RA und sechs Ziffern, zum Beispiel RA000585.',
  'nationalIdentifier is not an LEI: check its 20 characters, of which the last two are check digits.':
    'nationalIdentifier ist keine LEI: Prüfen Sie ihre 20 Zeichen; die letzten zwei sind Prüfziffern.',
  'The address is incomplete: add addressLine, or streetName with buildingName or buildingNumber.':
    'Die Anschrift ist unvollständig: Ergänzen Sie addressLine, oder streetName mit buildingName oder buildingNumber.',
  'The sequence numbers have a gap or a wrong start: count up from 0 or 1.':
    'Die laufenden Nummern haben eine Lücke oder beginnen falsch: Zählen Sie von 0 oder 1 an.',
} as const
