/** German: why the service refuses anything else. Names of fields and limits stay as they are. */
export const refusalWordsDe = {
  // VASPs.
  'No VASP has this id.': 'Es gibt keinen VASP mit dieser Kennung.',
  'No VASP has the id in {field}.': 'Es gibt keinen VASP mit der Kennung in {field}.',
  'This is the host of url: call registerOrUpdateVasp with another url first.':
    'Das ist der Host der URL des VASP: Geben Sie ihm zuerst eine andere URL.',
  'The VASP does not have this host.': 'Der VASP hat diesen Host nicht.',
  '{} belongs to {}: pass its id as takeFrom if both are the same VASP.':
    '{} gehört {}: Übernehmen Sie ihn, wenn beide derselbe VASP sind.',
  '{} belongs to {}, which is {words}.': '{} gehört {}, mit dem Status „{words}“.',
  'url was registered concurrently by another request.': 'Die URL wurde gerade von jemand anderem erfasst.',
  'url belongs to {}.': 'Die URL gehört {}.',
  'url must be the base URL of the TRP endpoint, such as https://vasp.example.':
    'Die URL muss die Basis-URL des TRP-Endpunkts sein, wie https://vasp.example.',
  'url cannot be used: {text}.': 'Die URL kann nicht verwendet werden: {text}.',
  'vasp.{field} cannot be removed: leave it out to keep it, or pass another one.':
    'vasp.{field} kann nicht entfernt werden: Lassen Sie es weg, um es zu behalten, oder geben Sie ein anderes an.',
  'vasp.lei can only be removed from the VASP with vasp.id; leave it out to keep it.':
    'vasp.lei kann nur mit vasp.id vom VASP entfernt werden; lassen Sie es weg, um es zu behalten.',
  'name is required to register a VASP.': 'Um einen VASP zu erfassen, ist ein Name nötig.',
  'lei is claimed by {} at {}: identify the VASP by id or url.':
    'Die LEI gibt {} unter {} an: Nennen Sie den VASP mit seiner Kennung oder URL.',
  'An LEI must have exactly 20 characters.': 'Eine LEI hat genau 20 Zeichen.',
  'An LEI must consist of 18 upper-case letters or digits and two check digits.':
    'Eine LEI besteht aus 18 Großbuchstaben oder Ziffern und zwei Prüfziffern.',
  'The check digits of the LEI are wrong.': 'Die Prüfziffern der LEI sind falsch.',
  'A VASP can have at most {} further hosts: remove one first.':
    'Ein VASP kann höchstens {} weitere Hosts haben: Entfernen Sie zuerst einen.',
  'pin must be a certificate in PEM, or the SHA-256 digest of its public key in Base64.':
    'Geben Sie ein Zertifikat in PEM an, oder den SHA-256-Wert seines öffentlichen Schlüssels in Base64.',
  'A VASP can have at most {} pinned keys: unpin one first.':
    'Ein VASP kann höchstens {} festgelegte Schlüssel haben: Entfernen Sie zuerst einen.',
  'A wire profile must be an object of settings.': 'Ein Nachrichtenprofil ist ein Objekt von Einstellungen.',
  'A wire profile can only have {}, assetIdentifiers and apiVersion.':
    'Ein Nachrichtenprofil hat nur {}, assetIdentifiers und apiVersion.',
  'assetIdentifiers must be distinct values of {}, with at most one of SLIP0044.':
    'assetIdentifiers müssen verschiedene Werte von {} sein, mit höchstens einem von SLIP0044.',
  'apiVersion must be a TRP version between 2.1 and 3.2, such as 3.1.0.':
    'apiVersion muss eine TRP-Version von 2.1 bis 3.2 sein, wie 3.1.0.',
  'limits: {} is listed twice.': 'Grenzen: {} kommt zweimal vor.',
  'limits: an asset is not supported: query trpd { assets } for the list.':
    'Grenzen: Ein Asset wird nicht unterstützt.',
  'takenAt must not be in the future.': 'Der Zeitpunkt der Maßnahme darf nicht in der Zukunft liegen.',
  'deadline is required for DEADLINE_SET, and for no other kind.':
    'Eine Frist gehört zu DEADLINE_SET und zu keiner anderen Art.',
  'deadline must be after takenAt.': 'Die Frist muss nach dem Zeitpunkt der Maßnahme liegen.',
  'The VASP has {} measures, and accepts no more.': 'Der VASP hat {} Maßnahmen und nimmt keine weiteren an.',
  'No record of due diligence has this id.': 'Es gibt keine Sorgfaltsprüfung mit dieser Kennung.',
  'The record was erased: record due diligence again.':
    'Der Eintrag wurde gelöscht: Erfassen Sie die Sorgfaltsprüfung neu.',
  'The record has {} documents, and accepts no more.': 'Der Eintrag hat {} Dokumente und nimmt keine weiteren an.',
  'These records have more than {} bytes of answers: ask for fewer of them.':
    'Diese Einträge haben mehr als {} Bytes an Antworten: Laden Sie weniger auf einmal.',
  'search must have at most {} characters.': 'Die Suche darf höchstens {} Zeichen haben.',

  // Import of VASPs.
  'Nothing was stored. Problems: {}. Line {}: {text}': 'Nichts wurde gespeichert. Mängel: {}. Zeile {}: {text}',
  'Nothing was stored. Problems: {}. Row {}: {text}': 'Nichts wurde gespeichert. Mängel: {}. Eintrag {}: {text}',
  'Nothing was stored. Problems: {}.': 'Nichts wurde gespeichert. Mängel: {}.',
  'Line {} is about the same VASP.': 'Zeile {} handelt von demselben VASP.',
  'Row {} is about the same VASP.': 'Eintrag {} handelt von demselben VASP.',
  'content must have at most {} bytes.': 'Die Datei darf höchstens {} Bytes haben.',
  'content must have at most {} VASPs.': 'Die Datei darf höchstens {} VASPs haben.',
  'content is not CSV: {}.': 'Die Datei ist kein CSV: {}.',
  'content is not JSON.': 'Die Datei ist kein JSON.',
  'content must be a JSON array of VASPs.': 'Die Datei muss eine JSON-Liste von VASPs sein.',
  'The first line must have distinct columns, separated by commas, with name and any of {}.':
    'Die erste Zeile muss verschiedene Spalten haben, durch Kommas getrennt, mit name und beliebigen von {}.',
  'The row has {} cells, but there are {} columns.': 'Die Zeile hat {} Zellen, es gibt aber {} Spalten.',
  'The VASP must be an object.': 'Der VASP muss ein Objekt sein.',
  'A VASP can only have {}.': 'Ein VASP hat nur {}.',

  // Addresses and customers.
  'No address book entry has this id.': 'Es gibt keine Travel Address mit dieser Kennung.',
  'The personal data of this entry was erased: call createTravelAddress for a new one.':
    'Die personenbezogenen Daten dieses Eintrags wurden gelöscht: Erstellen Sie eine neue Travel Address.',
  'accounts must have at most {} items of 1 to 256 printable ASCII characters without white space.':
    'Es sind höchstens {} Konten möglich, jedes mit 1 bis 256 druckbaren ASCII-Zeichen ohne Leerraum.',
  'person is not valid: {text}': 'Die Person ist nicht gültig: {text}',
  'it is not a person.': 'Sie ist keine Person.',
  '{field} must have a letter or digit, and at most {} characters.':
    'Der Name braucht einen Buchstaben oder eine Ziffer ({field}) und hat höchstens {} Zeichen.',
  '{field} needs the scope pii:read.': '{field} braucht den Scope pii:read.',
  'filter.search must have {} to {} characters.': 'Die Suche braucht {} bis {} Zeichen.',
  'A name or an address is required.': 'Geben Sie einen Namen oder eine Adresse an.',
  'name has more than {} characters.': 'Der Name hat mehr als {} Zeichen.',
  'address has more than {} characters.': 'Die Adresse hat mehr als {} Zeichen.',

  // Erasure.
  'No transaction has this id.': 'Es gibt keine Transaktion mit dieser Kennung.',
  'A legal hold is already set.': 'Es gilt bereits eine Löschsperre.',
  'No legal hold is set.': 'Es gilt keine Löschsperre.',
  'A legal hold is set: endLegalHold first.': 'Es gilt eine Löschsperre: Heben Sie sie zuerst auf.',
  'A transaction is open, or a message of it is being delivered, or its case is: finish it first.':
    'Eine Transaktion oder ihr Fall ist offen, oder eine Nachricht wird zugestellt: Schließen Sie sie zuerst ab.',
  'The customers of some transactions of an older version are not known yet: try again in a minute.':
    'Die Kunden einiger Transaktionen einer älteren Version sind noch nicht bekannt: Versuchen Sie es in einer Minute erneut.',
  'If this persists, the log names the address book entries that cannot be opened.':
    'Bleibt das so, nennt das Betriebsprotokoll die Travel Addresses, die nicht geöffnet werden können.',
  'ticket must have 1 to 64 ASCII letters, digits and the characters # . _ / : -':
    'Das Aktenzeichen muss 1 bis 64 ASCII-Buchstaben, Ziffern und die Zeichen # . _ / : - haben',
  'Give at least one of customerReference, transactionId and address.':
    'Geben Sie mindestens eines von customerReference, transactionId und address an.',
  'Proofs of an older version are not encrypted with keys of their own yet: try again in a minute, with DATA_KEYS on.':
    'Nachweise einer älteren Version sind noch nicht mit eigenen Schlüsseln verschlüsselt: Versuchen Sie es in einer Minute erneut, mit DATA_KEYS.',
  'Proofs of an older version are not encrypted with keys of their own yet, and not found: try again in a minute, with DATA_KEYS on.':
    'Nachweise einer älteren Version sind noch nicht mit eigenen Schlüsseln verschlüsselt und werden nicht gefunden: Versuchen Sie es in einer Minute erneut, mit DATA_KEYS.',

  // Parts that were not all loaded.
  'after must be the next of an earlier part.':
    'Die Fortsetzung passt zu keinem früheren Teil: Laden Sie die Seite neu.',
  'after: give the next of an earlier part.': 'Die Fortsetzung passt zu keinem früheren Teil: Laden Sie die Seite neu.',
  'orderBy DUE_FIRST needs a filter with caseStatus, without CLOSED.':
    'Nach Fälligkeit geordnet wird nur, was nach dem Status offener Fälle gefiltert ist.',
  'after must be an endCursor of an earlier page.':
    'Die Fortsetzung passt zu keiner früheren Seite: Laden Sie die Seite neu.',

  // Ownership proofs.
  'There is no such proof.': 'Diesen Nachweis gibt es nicht.',
  'The proof is {words} and {text}.': 'Der Nachweis hat den Status „{words}“: {text}.',
  'accepts no more signatures': 'Er nimmt keine Signaturen mehr an',
  'cannot be canceled': 'Er kann nicht abgebrochen werden',
  'cannot be revoked: only a VERIFIED one can': 'Er kann nicht widerrufen werden, sondern nur ein erbrachter',
  'cannot be decided: only one in doubt can, and a REJECTED one can be accepted':
    'Über ihn kann nicht entschieden werden, sondern nur über einen, der sich nicht prüfen ließ; ein abgelehnter kann anerkannt werden',
  'The proof expired at {time}. Request a new one.':
    'Der Nachweis ist am {time} abgelaufen. Fordern Sie einen neuen an.',
  'The proof has expired. Request a new one.': 'Der Nachweis ist abgelaufen. Fordern Sie einen neuen an.',
  'The personal data of this proof was erased.': 'Die personenbezogenen Daten dieses Nachweises wurden gelöscht.',
  'The address that was submitted last cannot be proven.':
    'Die zuletzt eingereichte Adresse kann nicht nachgewiesen werden.',
  'A proof is REQUESTED: cancelProof first.': 'Ein Nachweis ist noch angefordert: Brechen Sie ihn zuerst ab.',
  'asset: ownership proofs cover {}. Use one of these.':
    'Eigentumsnachweise gibt es für {}. Verwenden Sie eines davon.',
  'address: this is an address of a Bitcoin test network, not of Bitcoin itself.':
    'Das ist eine Adresse eines Bitcoin-Testnetzes, nicht von Bitcoin selbst.',
  'address: this is not a Bitcoin address, or a character was mistyped.':
    'Das ist keine Bitcoin-Adresse, oder ein Zeichen ist falsch.',
  'address: no key controls this kind of output, so ownership cannot be proven.':
    'Kein Schlüssel verfügt über diese Art von Adresse, deshalb kann das Eigentum nicht nachgewiesen werden.',
  'address: this is not 0x followed by 40 hexadecimal digits.':
    'Die Adresse ist nicht 0x mit 40 hexadezimalen Ziffern.',
  'address: its checksum (EIP-55) is wrong, so a character was mistyped.':
    'Die Prüfsumme der Adresse (EIP-55) ist falsch: Ein Zeichen ist falsch.',
  'customerReference: use at most {} characters on one line.':
    'Die Kundenreferenz darf höchstens {} Zeichen auf einer Zeile haben.',
  'customerReference: use 1 to {} characters on one line.':
    'Die Kundenreferenz muss 1 bis {} Zeichen auf einer Zeile haben.',
  '{field}: this is not an id.': '{field}: Das ist keine Kennung.',
  'ttlSeconds: choose between {} and {}.': 'ttlSeconds: Wählen Sie zwischen {} und {}.',

  // Thresholds of screening.
  '{field}: choose between {} and {}, with at most two decimal places.':
    '{field}: Wählen Sie zwischen {} und {}, mit höchstens zwei Nachkommastellen.',
  'strong: it must not be lower than the score of a possible match.':
    'strong: Der Wert darf nicht kleiner sein als der für einen möglichen Treffer.',
  'The thresholds are at version {}: read them again.': 'Die Schwellen haben die Version {}: Laden Sie sie neu.',

  // Rules and rates.
  'The rules are at version {}: read them again.': 'Die Regeln haben die Version {}: Laden Sie sie neu.',
  'The earlier rule "{}" matches whenever this one would.':
    'Die frühere Regel „{}“ trifft immer zu, wenn diese zuträfe.',
  'Two conditions on one check exclude each other.': 'Zwei Bedingungen an dieselbe Prüfung schließen einander aus.',
  'The amount is of an asset that is not in assets.': 'Der Betrag gehört zu einem Asset, das nicht in assets steht.',
  'A transaction has one asset, but two are required.': 'Eine Transaktion hat ein Asset, aber zwei werden verlangt.',
  'No amount meets all conditions.': 'Kein Betrag erfüllt alle Bedingungen.',
  'Only RECEIVED inquiries are decided by us.': 'Wir entscheiden nur über empfangene Anfragen (RECEIVED).',
  'Only inquiries over TRP are decided.': 'Entschieden wird nur über Anfragen über TRP.',
  'Only inquiries of TRUSTED VASPs are approved automatically.':
    'Automatisch genehmigt werden nur Anfragen von vertrauenswürdigen VASPs (TRUSTED).',
  'Nothing is approved automatically when a check is FAIL.':
    'Nichts wird automatisch genehmigt, wenn eine Prüfung FAIL ergibt.',
  'No asset has a rate in {}: the condition cannot be evaluated until setRates.':
    'Kein Asset hat einen Kurs in {}: Die Bedingung kann erst mit einem Kurs ausgewertet werden.',
  '{field} must have either asset or currency.': '{field} muss entweder asset oder currency haben.',
  '{field} must have at least one item.': '{field} muss mindestens ein Element haben.',
  '{field} must be a legal entity identifier.': '{field} muss eine LEI sein.',
  '{field} must be an ISO 3166 code, such as CH.': '{field} muss ein Kürzel nach ISO 3166 sein, wie CH.',
  '{field} must be an ISO 4217 code, such as EUR.': '{field} muss ein Kürzel nach ISO 4217 sein, wie EUR.',
  '{field} must be from 0 to {}.': '{field} muss von 0 bis {} sein.',
  '{field} is the name of an earlier rule.': '{field} ist der Name einer früheren Regel.',
  '{field} is the name of the built-in rule.': '{field} ist der Name der eingebauten Regel.',
  '{field} does not belong to a rule with the action {}.': '{field} gehört nicht zu einer Regel mit der Aktion {}.',
  '{field} must have 1 to {} characters for {}.': '{field} muss 1 bis {} Zeichen haben, für {}.',
  '{field} is not the id of a VASP.': '{field} ist nicht die Kennung eines VASP.',
  '{field} is not the id of an asset.': '{field} ist nicht die Kennung eines Assets.',
  '{field} is not the id of a reviewed reason that can be chosen.':
    '{field} ist nicht die Kennung eines geprüften Grundes, der gewählt werden kann.',
  '{field} is not the id of a person to whom cases can be assigned: see assignees.':
    '{field} ist nicht die Kennung einer Person, der ein Fall zugewiesen werden kann.',
  '{field} is required here (TRPD_REVIEWED_REASONS_ONLY).': '{field} ist hier nötig (TRPD_REVIEWED_REASONS_ONLY).',
  '{field} is not an amount: An amount must be a decimal number without an exponent, such as 0.5.':
    '{field} ist kein Betrag: Ein Betrag ist eine Dezimalzahl ohne Exponent, wie 0.5.',
  '{field} is not a rate: An amount must be a decimal number without an exponent, such as 0.5.':
    '{field} ist kein Kurs: Ein Kurs ist eine Dezimalzahl ohne Exponent, wie 0.5.',
  '{field} is not an amount: {}.': '{field} ist kein Betrag: {}.',
  '{field} is not a rate: {}.': '{field} ist kein Kurs: {}.',
  '{field} is of the same asset and currency as an earlier one.':
    '{field} hat dasselbe Asset und dieselbe Währung wie ein früherer Kurs.',
  '{field} is in the future.': '{field} liegt in der Zukunft.',

  // The audit log, evidence and settings.
  'Entry {} is not the last one that was appended': 'Eintrag {} ist nicht der zuletzt angehängte',
  'Entry {} was inserted outside of the chain, which ends at {}':
    'Eintrag {} wurde außerhalb der Kette eingefügt, die bei {} endet',
  'Entry {} is in the trail of another transaction or VASP':
    'Eintrag {} steht in der Spur einer anderen Transaktion oder eines anderen VASP',
  'Entry {} no longer has its original time': 'Eintrag {} hat nicht mehr seine ursprüngliche Zeit',
  'Entry {} does not hold the hash of the one before it': 'Eintrag {} enthält nicht den Hash des vorigen',
  'Entry {} does not match its hash': 'Eintrag {} passt nicht zu seinem Hash',
  'Entry {} is missing: the log was longer at the checkpoint of entry {}, signed at {time}':
    'Eintrag {} fehlt: Beim Prüfpunkt von Eintrag {}, signiert am {time}, war das Protokoll länger',
  'Entries {} to {} are missing: the log was longer at the checkpoint of entry {}, signed at {time}':
    'Die Einträge {} bis {} fehlen: Beim Prüfpunkt von Eintrag {}, signiert am {time}, war das Protokoll länger',
  'Entry {} is missing': 'Eintrag {} fehlt',
  'Entries {} to {} are missing': 'Die Einträge {} bis {} fehlen',
  'Entry {} changed after the checkpoint of entry {}, signed at {time}':
    'Eintrag {} wurde nach dem Prüfpunkt von Eintrag {}, signiert am {time}, geändert',
  'Entries {} to {} changed after the checkpoint of entry {}, signed at {time}':
    'Die Einträge {} bis {} wurden nach dem Prüfpunkt von Eintrag {}, signiert am {time}, geändert',
  'Events of {} before entry {} were not audited: the one right before it is {}':
    'Ereignisse von {} vor Eintrag {} wurden nicht protokolliert: Das unmittelbar vorige ist {}',
  '{} checkpoints of the database have no valid signature': '{} Prüfpunkte der Datenbank haben keine gültige Signatur',
  '{} checkpoints of the file have no valid signature': '{} Prüfpunkte der Datei haben keine gültige Signatur',
  'The checkpoint of entry {} is no longer in the database':
    'Der Prüfpunkt von Eintrag {} ist nicht mehr in der Datenbank',
  'The audit log is not the one that was signed, so no evidence is made of it: {text}.':
    'Das Protokoll ist nicht das signierte, deshalb wird daraus keine Beweisakte erstellt: {text}.',
  'The audit log is not the one that was signed, so no evidence is made of it.':
    'Das Protokoll ist nicht das signierte, deshalb wird daraus keine Beweisakte erstellt.',
  'The settings are at version {}, not {}: load them and try again.':
    'Die Einstellungen haben die Version {}, nicht {}: Laden Sie sie neu, und versuchen Sie es erneut.',
  '{field} must be 1 to {} characters on one line.': '{field} muss 1 bis {} Zeichen auf einer Zeile haben.',
  '{field} must be an IANA time zone such as Europe/Zurich.':
    '{field} muss eine IANA-Zeitzone sein, wie Europe/Zurich.',
  '{field} must be a BCP 47 language tag such as de-CH.': '{field} muss ein Sprachkürzel nach BCP 47 sein, wie de-CH.',
  'You are not authorized to use {}: it requires {}.': '{} braucht {}.',
  'You are not authorized to use {}.': '{} ist Ihnen nicht erlaubt.',
  'Ask an administrator for the role {}.': 'Bitten Sie die Administration um die Rolle {}.',
  'Ask an administrator for one of the roles {}.': 'Bitten Sie die Administration um eine der Rollen {}.',

  // What many fields have in common.
  '{field} must have 1 to {} characters on one line.': '{field} muss 1 bis {} Zeichen auf einer Zeile haben.',
  '{field} must have at most {} characters on one line.': '{field} darf höchstens {} Zeichen auf einer Zeile haben.',
  '{field} must have 1 to {} characters, and no control characters.':
    '{field} muss 1 bis {} Zeichen haben, keine davon Steuerzeichen.',
  '{field} must have 1 to {} characters and no control characters.':
    '{field} muss 1 bis {} Zeichen haben, keine davon Steuerzeichen.',
  '{field} must have 1 to {} characters.': '{field} muss 1 bis {} Zeichen haben.',
  '{field} must have at most {} characters.': '{field} darf höchstens {} Zeichen haben.',
  '{field} must have 1 to {} items.': '{field} muss 1 bis {} Elemente haben.',
  '{field} must have 1 to {} items, each with another id.':
    '{field} muss 1 bis {} Elemente haben, jedes mit einer anderen Kennung.',
  '{field} must have at most {} items.': '{field} darf höchstens {} Elemente haben.',
  '{field} must have at most {} bytes together.': '{field} darf zusammen höchstens {} Bytes haben.',
  '{field} must have at most {} bytes.': '{field} darf höchstens {} Bytes haben.',
  '{field} must not be in the future.': '{field} darf nicht in der Zukunft liegen.',
  '{field} must be after reviewedAt.': '{field} muss nach reviewedAt liegen.',
  '{field} must be a status of GLEIF, such as ACTIVE or ISSUED.':
    '{field} muss ein Status der GLEIF sein, wie ACTIVE oder ISSUED.',
  '{field} must have 1 to 64 ASCII letters, digits and the characters . _ -':
    '{field} muss 1 bis 64 ASCII-Buchstaben, Ziffern und die Zeichen . _ - haben',
  '{field} is used twice.': '{field} kommt zweimal vor.',
  '{field} must be the id of a User, with 1 to {} characters.':
    '{field} muss die Kennung einer Person sein, mit 1 bis {} Zeichen.',
  '{field} must be hosts, each with a port only if not 443.':
    '{field} müssen Hosts sein, mit einem Port nur, wenn er nicht 443 ist.',
  '{field} must be the id of a VASP, or empty.': '{field} muss die Kennung eines VASP oder leer sein.',
  '{field} must be one of {}.': '{field} muss eines von {} sein.',
  '{field} must be a date or a time in RFC 3339.': '{field} muss ein Datum oder eine Zeit nach RFC 3339 sein.',
  '{field} must be a file name of 1 to {} characters, without slashes.':
    '{field} muss ein Dateiname mit 1 bis {} Zeichen ohne Schrägstriche sein.',
  '{field} must be a media type without parameters, such as application/pdf.':
    '{field} muss ein Medientyp ohne Parameter sein, wie application/pdf.',
  '{field} must be Base64, and not empty.': '{field} muss Base64 und nicht leer sein.',
} as const
