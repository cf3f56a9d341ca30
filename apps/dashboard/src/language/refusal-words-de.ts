/** German: why the service refuses something. Names of fields and limits stay as they are. */
export const refusalWordsDe = {
  // Drafts of transfers.
  'text must have at least {} letters or digits.': 'Der Text braucht mindestens {} Buchstaben oder Ziffern.',
  'name must have 1 to {} characters on one line.': 'Der Name braucht 1 bis {} Zeichen in einer Zeile.',
  'content must be JSON of at most {} bytes.': 'Der Entwurf ist zu groß: höchstens {} Bytes.',
  'version is that of the draft with the given id; a new draft has neither.':
    'Die Version gehört zum Entwurf mit dieser Id; ein neuer Entwurf hat beides nicht.',
  'This draft was changed elsewhere: open it again, or save a new draft.':
    'Dieser Entwurf wurde anderswo geändert: Öffnen Sie ihn neu, oder speichern Sie einen weiteren.',
  'A person can save {} drafts: delete one first.': 'Eine Person kann {} Entwürfe speichern: Löschen Sie zuerst einen.',
  'You have no draft with this id; it may have ended.':
    'Sie haben keinen solchen Entwurf; er wurde vielleicht inzwischen gelöscht.',
  // Transactions and their cases.
  'The transaction is {words}: {text}.': 'Die Transaktion hat den Status „{words}“: {text}.',
  'The transaction is {words}, but its time limit has passed.':
    'Die Transaktion hat den Status „{words}“, aber ihre Frist ist abgelaufen.',
  'The transaction is {words}, at version {}: read it again.':
    'Die Transaktion hat den Status „{words}“ und die Version {}: Laden Sie sie neu.',
  'The transaction was SENT. {text}': 'Die Transaktion wurde gesendet. {text}',
  'The transaction was RECEIVED. {text}': 'Die Transaktion wurde empfangen. {text}',
  'The transaction has the channel {}: it was registered, and no message belongs to it.':
    'Die Transaktion hat den Kanal {}: Sie wurde nur erfasst, und keine Nachricht gehört zu ihr.',
  // What stops a transaction.
  'The inquiry may not be sent. {text}': 'Die Anfrage darf nicht gesendet werden. {text}',
  'The inquiry may not be approved. {text}': 'Die Anfrage darf nicht genehmigt werden. {text}',
  'The transaction may not be paid. {text}': 'Die Transaktion darf nicht bezahlt werden. {text}',
  'The asset may not be credited. {text}': 'Das Asset darf nicht gutgeschrieben werden. {text}',
  'The hash may not be sent. {text}': 'Der Hash darf nicht gesendet werden. {text}',
  'The payment was made although it was not allowed. {text}':
    'Die Zahlung wurde geleistet, obwohl sie nicht erlaubt war. {text}',
  'This is for the other side of the transaction.': 'Das ist Sache der anderen Seite.',
  'The status of the transaction does not allow it.': 'Der Status der Transaktion erlaubt es nicht.',
  'The VASP is not trusted: call trustVasp.': 'Dem VASP wird nicht vertraut: Bestätigen Sie ihn zuerst.',
  'It is not known how the VASP writes amounts: call setWireProfile.':
    'Es ist nicht bekannt, wie der VASP Beträge schreibt: Stellen Sie die Einheit ein.',
  'The case is on hold: an officer has to release it with releaseTx.':
    'Der Fall ist zurückgestellt: Geben Sie ihn zuerst frei.',
  '{} has not run on the data and the lists as they are now: it runs automatically.':
    '{} wurde mit den jetzigen Daten und Listen noch nicht ausgeführt: Das geschieht von selbst.',
  '{} is {}: an officer has to accept this finding with acceptFinding, or the data has to change.':
    '{} ist {}: Akzeptieren Sie diesen Befund, oder die Daten müssen sich ändern.',
  '{} is {}: one officer has accepted this finding, and the amount needs a second one.':
    '{} ist {}: Eine Person hat diesen Befund akzeptiert, und der Betrag verlangt eine zweite.',
  'The sanctions list {} is not loaded.': 'Die Sanktionsliste {} ist nicht geladen.',
  'The sanctions list {} is too old: load it again.': 'Die Sanktionsliste {} ist zu alt: Laden Sie sie neu.',
  'Only a person can accept a finding.': 'Nur eine Person kann einen Befund akzeptieren.',
  'The latest checks of the transaction found something else: read them again.':
    'Die letzten Prüfungen der Transaktion haben etwas anderes gefunden: Laden Sie sie neu.',
  'You have already accepted this finding.': 'Sie haben diesen Befund bereits akzeptiert.',
  'Its counterparty decides: cancel it with cancelTx, or report the payment of an approved one with confirmTx.':
    'Über eine gesendete Anfrage entscheidet die Gegenseite: Brechen Sie sie ab, oder melden Sie die Zahlung einer genehmigten.',
  'we can decline a SENT inquiry only while it is BLOCKED; end it with cancelTx':
    'Eine gesendete Anfrage können wir nur ablehnen, solange sie angehalten ist; brechen Sie sie sonst ab',
  'only a BLOCKED or PENDING inquiry can be declined, or an APPROVED one until it is confirmed':
    'Nur eine angehaltene oder offene Anfrage kann abgelehnt werden, oder eine genehmigte bis zur Bestätigung',
  'only a PENDING inquiry can be approved': 'Nur eine Anfrage mit offener Entscheidung kann genehmigt werden',
  'Only we can decide about a RECEIVED inquiry.': 'Über eine empfangene Anfrage entscheiden nur wir.',
  'its inquiry has not been sent': 'Ihre Anfrage wurde nicht gesendet',
  'it was approved with another payment address': 'Sie wurde mit einer anderen Zahlungsadresse genehmigt',
  'its transaction hash was sent, so the decision can no longer change':
    'Ihr Transaktions-Hash wurde gesendet, deshalb kann sich die Entscheidung nicht mehr ändern',
  'its inquiry was declined, and a new one is needed': 'Ihre Anfrage wurde abgelehnt, und eine neue ist nötig',
  'only a RECEIVED transaction that is BLOCKED, or one that is finished, can be archived':
    'Nur eine empfangene, angehaltene Transaktion oder eine beendete kann archiviert werden',
  'Decline a RECEIVED inquiry with assessTx instead of canceling it.':
    'Lehnen Sie eine empfangene Anfrage ab, statt sie abzubrechen.',
  'the transaction was canceled': 'Die Transaktion wurde abgebrochen',
  'only a BLOCKED, PENDING, APPROVED or FAILED transaction can be canceled':
    'Nur eine angehaltene, offene, genehmigte oder nicht zugestellte Transaktion kann abgebrochen werden',
  'Only the sender of an inquiry can cancel it.': 'Nur der Absender einer Anfrage kann sie abbrechen.',
  'only an APPROVED transaction can be canceled by its sender':
    'Nur eine genehmigte Transaktion kann ihr Absender abbrechen',
  'the time limit has passed': 'Die Frist ist abgelaufen',
  'Only the sender of an inquiry can confirm it with a transaction hash.':
    'Nur der Absender einer Anfrage kann sie mit einem Transaktions-Hash bestätigen.',
  'it already has another transaction hash': 'Sie hat bereits einen anderen Transaktions-Hash',
  'another transaction hash was already reported': 'Ein anderer Transaktions-Hash wurde bereits gemeldet',
  'only an APPROVED transaction can be confirmed': 'Nur eine genehmigte Transaktion kann bestätigt werden',
  'no transaction hash was reported too late': 'Kein Transaktions-Hash wurde zu spät gemeldet',
  'confirm or cancel it, and it is archived': 'Bestätigen Sie sie, oder brechen Sie sie ab; dann ist sie archiviert',
  'it can be canceled only until it is confirmed': 'Sie kann nur bis zur Bestätigung abgebrochen werden',
  'it has no undelivered message: delivery is {}': 'Sie hat keine unzugestellte Nachricht: Die Zustellung ist {}',
  'its {} is no longer needed': 'Ihre Nachricht ({}) wird nicht mehr gebraucht',
  'Only its sender can correct an inquiry: request the data with requestData.':
    'Eine Anfrage kann nur ihr Absender berichtigen: Fordern Sie die Daten an.',
  'its inquiry is being sent: try again once the attempt has ended':
    'Ihre Anfrage wird gerade gesendet: Versuchen Sie es erneut, wenn der Versuch beendet ist',
  'its inquiry was sent: cancel it, and resubmit it with other data':
    'Ihre Anfrage wurde gesendet: Brechen Sie sie ab, und senden Sie sie mit anderen Daten neu',
  'data about it is kept as evidence only': 'Daten dazu werden nur noch als Nachweis aufbewahrt',
  'Only its sender can resubmit an inquiry.': 'Eine Anfrage kann nur ihr Absender neu senden.',
  'only one that is DECLINED, CANCELED or EXPIRED can be resubmitted':
    'Nur eine abgelehnte, abgebrochene oder abgelaufene kann neu gesendet werden',
  'Another transaction was sent in its place: resubmit that one.':
    'An ihrer Stelle wurde eine andere Transaktion gesendet: Senden Sie jene neu.',
  'The transaction is on hold: releaseTx first.': 'Die Transaktion ist zurückgestellt: Geben Sie sie zuerst frei.',
  'A decision about this amount needs a second person: proposeDecision, and another person accepts it.':
    'Über diesen Betrag entscheiden zwei Personen: Schlagen Sie vor, eine andere Person stimmt zu.',
  'The personal data of this transaction was erased: nothing can be changed any more.':
    'Die personenbezogenen Daten dieser Transaktion wurden gelöscht: Nichts kann mehr geändert werden.',
  'The case is {words}: {text}.': 'Der Fall hat den Status „{words}“: {text}.',
  'The case is at version {}: read it again.': 'Der Fall hat die Version {}: Laden Sie ihn neu.',
  'The case has {} changes and accepts no more.': 'Der Fall hat {} Änderungen und nimmt keine weiteren an.',
  'release it first': 'Geben Sie ihn zuerst frei',
  'only one that is ON_HOLD or WAITING_FOR_DATA can be released':
    'Nur ein zurückgestellter Fall, oder einer, der auf Daten wartet, kann freigegeben werden',
  'Another person works on this case: assignTx gives it to you nevertheless.':
    'Eine andere Person bearbeitet diesen Fall: Weisen Sie ihn sich zu, wenn Sie ihn dennoch übernehmen.',
  'Cases are assigned only to people who work with transactions: see assignees.':
    'Ein Fall wird nur Personen zugewiesen, die mit Transaktionen arbeiten.',
  'it needs no more data': 'Sie braucht keine Daten mehr',
  'nothing is left to decide, and setLegalHold keeps its data':
    'Zu entscheiden ist nichts mehr. Vor dem Löschen bewahrt die Daten eine Löschsperre',
  'A decision is proposed already: withdrawProposal first.':
    'Eine Entscheidung ist schon vorgeschlagen: Ziehen Sie den Vorschlag zuerst zurück.',
  'No decision is proposed.': 'Es ist keine Entscheidung vorgeschlagen.',
  'The proposal has expired: propose it again.': 'Der Vorschlag ist abgelaufen: Schlagen Sie erneut vor.',
  'Another person has to accept your proposal.': 'Ihrem Vorschlag muss eine andere Person zustimmen.',
  'The batch was interrupted before this transaction: it is unchanged. Send it again.':
    'Der Vorgang endete vor dieser Transaktion; sie ist unverändert. Versuchen Sie es noch einmal.',
  'The change failed, and may have taken effect: read the transaction again.':
    'Die Änderung ist gescheitert und hat vielleicht doch gewirkt: Laden Sie die Transaktion neu.',
  'address is required: the address book entry does not have one.':
    'Die Zahlungsadresse fehlt: Die Travel Address hat keine.',
  '{} is {words}: call trustVasp first.': '{} hat den Status „{words}“: Vertrauen Sie dem VASP zuerst.',

  // Reasons.
  'Choose a reviewed reason with reasonId: see counterpartyReasons.': 'Wählen Sie einen geprüften Grund.',
  'Give either reason or reasonId, not both.': 'Geben Sie einen Grund oder einen geprüften Grund an, nicht beides.',
  'No reviewed reason has this id, or it is retired: see counterpartyReasons.':
    'Es gibt keinen geprüften Grund mit dieser Kennung, oder er wird nicht mehr verwendet.',
  'No reviewed reason has this id.': 'Es gibt keinen geprüften Grund mit dieser Kennung.',
  'id must have 1 to {} lower-case letters, digits and hyphens.':
    'Die Kennung muss 1 bis {} Kleinbuchstaben, Ziffern und Bindestriche haben.',
  'There are {} reviewed reasons already.': 'Es gibt bereits {} geprüfte Gründe.',
  'reason is required; over TRP it is sent to the counterparty.':
    'Der Grund fehlt; über TRP wird er an die Gegenseite gesendet.',
  'reason must have at most {} characters.': 'Der Grund darf höchstens {} Zeichen haben.',
  'reason must not contain control characters or unpaired surrogates.':
    'Der Grund darf keine Steuerzeichen und keine einzelnen Surrogate enthalten.',
  'reason: state a reason of 1 to {} characters.': 'Geben Sie einen Grund mit 1 bis {} Zeichen an.',

  // A new transfer.
  'A travel address must start with "ta".': 'Eine Travel Address beginnt mit „ta“.',
  'A travel address must have at most {} characters.': 'Eine Travel Address hat höchstens {} Zeichen.',
  'The travel address is incomplete or contains invalid characters.':
    'Die Travel Address ist unvollständig oder enthält ungültige Zeichen.',
  'The checksum of the travel address is wrong: a character is wrong or missing.':
    'Die Prüfsumme der Travel Address ist falsch: Ein Zeichen ist falsch oder fehlt.',
  'The travel address contains a URL scheme, which is not allowed.':
    'Die Travel Address enthält ein URL-Schema, das nicht erlaubt ist.',
  'The travel address lacks the tag t=i for inquiries.': 'Der Travel Address fehlt die Angabe t=i für Anfragen.',
  'The travel address cannot be used: {text}.': 'Die Travel Address kann nicht verwendet werden: {text}.',
  'The travel address does not contain a valid URL.': 'Die Travel Address enthält keine gültige URL.',
  'An LNURL must start with "lnurl1".': 'Eine LNURL beginnt mit „lnurl1“.',
  'An LNURL must have at most {} characters.': 'Eine LNURL hat höchstens {} Zeichen.',
  'The LNURL is invalid: a character is wrong or missing.':
    'Die LNURL ist ungültig: Ein Zeichen ist falsch oder fehlt.',
  'The LNURL does not contain an https URL.': 'Die LNURL enthält keine https-URL.',
  'The LNURL lacks the tag for Travel Rule inquiries.': 'Der LNURL fehlt die Angabe für Anfragen der Travel Rule.',
  'The LNURL cannot be used: {text}.': 'Die LNURL kann nicht verwendet werden: {text}.',
  'The LNURL does not contain a valid URL.': 'Die LNURL enthält keine gültige URL.',
  'asset is not supported: query trpd { assets } for the list.': 'Dieses Asset wird nicht unterstützt.',
  'An asset is identified by dti or caip19, strings, or by slip0044, a symbol or a number.':
    'Ein Asset hat eine Kennung dti oder caip19 als Zeichenkette, oder slip0044 als Kürzel oder Zahl.',
  'The asset is not supported by this node.': 'Dieser Knoten unterstützt das Asset nicht.',
  'The identifiers in asset identify different assets.': 'Die Kennungen in asset bezeichnen verschiedene Assets.',
  '{} has none of the identifiers that the wire profile allows: {}.':
    '{} hat keine der Kennungen, die das Nachrichtenprofil erlaubt: {}.',
  '{} has no known identifier in TRP {}.': '{} hat keine bekannte Kennung in TRP {}.',
  'An amount must be a decimal number without an exponent, such as 0.5.':
    'Ein Betrag ist eine Dezimalzahl ohne Exponent, wie 0.5.',
  'The amount is neither a number nor a string.': 'Der Betrag ist weder eine Zahl noch eine Zeichenkette.',
  'The amount is more than 10^18 whole units of the asset.':
    'Der Betrag ist größer als 10^18 ganze Einheiten des Assets.',
  'The amount has more than {} decimal places, the most that the asset allows.':
    'Der Betrag hat mehr als {} Nachkommastellen, mehr als das Asset erlaubt.',
  'The amount must be greater than zero.': 'Der Betrag muss größer als null sein.',
  'An amount has at most {} digits before and {} after the decimal point.':
    'Ein Betrag hat höchstens {} Stellen vor und {} nach dem Komma.',
  'The amount is a fraction, but according to its wire profile the counterparty writes base units.':
    'Der Betrag ist ein Bruch, aber nach ihrem Nachrichtenprofil schreibt die Gegenseite Basiseinheiten.',
  'Does the counterparty write amounts in whole units or in base units? Set amountUnit in its wire profile.':
    'Schreibt die Gegenseite Beträge in ganzen Einheiten oder in Basiseinheiten? Legen Sie es in ihrem Nachrichtenprofil fest.',
  'The amount unit of the counterparty is not known. Set amountUnit in its wire profile.':
    'Die Einheit der Beträge der Gegenseite ist nicht bekannt. Legen Sie sie in ihrem Nachrichtenprofil fest.',
  'The amount unit of {} is unknown: call setWireProfile or registerOrUpdateVasp with amountUnit WHOLE or BASE.':
    'Die Einheit der Beträge von {} ist nicht bekannt: Legen Sie sie im Nachrichtenprofil fest.',
  'address must have 1 to 256 printable ASCII characters and no white space.':
    'Die Adresse muss 1 bis 256 druckbare ASCII-Zeichen ohne Leerraum haben.',
  'txHash must have 1 to 256 printable ASCII characters and no white space.':
    'Der Transaktions-Hash muss 1 bis 256 druckbare ASCII-Zeichen ohne Leerraum haben.',
  'address is not an address of {}.': 'Die Adresse ist keine von {}.',
  'Payments of {} have no memo.': 'Zahlungen von {} haben kein Memo.',
  'The memo is not valid for {}: {text}.': 'Das Memo ist nicht gültig für {}: {text}.',
  'a destination tag is a number from 0 to 4294967295': 'Ein Destination Tag ist eine Zahl von 0 bis 4294967295',
  'a memo is an unsigned 64-bit number, or text of at most 28 bytes':
    'Ein Memo ist eine vorzeichenlose 64-Bit-Zahl oder ein Text mit höchstens 28 Bytes',
  'a memo is text of at most {} bytes': 'Ein Memo ist ein Text mit höchstens {} Bytes',
  'The transaction hash is not one of {}: it {text}.': 'Der Transaktions-Hash ist keiner von {}: {text}.',
  'must have 64 hexadecimal digits, with or without 0x': 'Er muss 64 hexadezimale Ziffern haben, mit oder ohne 0x',
  'must have 64 hexadecimal digits': 'Er muss 64 hexadezimale Ziffern haben',
  'must be the first signature: 64 bytes in base58': 'Er muss die erste Signatur sein: 64 Bytes in Base58',
  'must be an operation hash, which begins with o': 'Er muss ein Operations-Hash sein, der mit o beginnt',
  'The IVMS101 data cannot be used: {text}': 'Die IVMS101-Daten können nicht verwendet werden: {text}',
  'it is not valid.': 'Sie sind nicht gültig.',
  'requestIdentifier must be a UUID.': 'requestIdentifier muss eine UUID sein.',
  'requestIdentifier was already used with different input.':
    'Die Anfragekennung wurde bereits mit anderen Angaben verwendet.',
  'requestIdentifier is already in use.': 'Die Anfragekennung wird bereits verwendet.',
  'requestIdentifier is that of a transaction that was erased.':
    'Die Anfragekennung ist die einer gelöschten Transaktion.',
  'requestIdentifier is that of another transaction.': 'Die Anfragekennung ist die einer anderen Transaktion.',
  'vasp must be absent when selfHosted is true: no VASP holds that wallet.':
    'Bei einer selbstverwalteten Wallet darf kein VASP angegeben sein.',
  'asset is not the id of a supported asset.': 'Dieses Asset wird nicht unterstützt.',
  'No vendor is set up that attributes addresses.': 'Es ist kein Anbieter eingerichtet, der Adressen zuordnet.',
  'The attribution vendor gave no answer: {text}.': 'Der Anbieter der Zuordnung hat nicht geantwortet: {text}.',
  'its response has no name of a VASP': 'seine Antwort enthält keinen Namen eines VASP',
  'the name of the VASP is too long': 'der Name des VASP ist zu lang',
  'The attribution vendor gave no answer: {}.': 'Der Anbieter der Zuordnung hat nicht geantwortet: {}.',

  // Data requests.
  'fields must name at least one kind of data.': 'Wählen Sie mindestens eine Art von Daten.',
  'email must be one e-mail address, such as compliance@vasp.example.':
    'Die E-Mail-Adresse muss eine einzelne sein, wie compliance@vasp.example.',
  'An e-mail needs TRPD_SMTP_URL and TRPD_MAIL_FROM: make a request without `email` to get its link.':
    'Eine E-Mail braucht TRPD_SMTP_URL und TRPD_MAIL_FROM: Fordern Sie die Daten ohne E-Mail-Adresse an, um den Link zu erhalten.',
  'A transaction has at most {} open data requests, and {} in all: renew or withdraw an open one.':
    'Eine Transaktion hat höchstens {} offene Datenanfragen und {} insgesamt: Erneuern Sie eine offene, oder ziehen Sie sie zurück.',
  'The transaction is {words}: it needs no more data.':
    'Die Transaktion hat den Status „{words}“: Sie braucht keine Daten mehr.',
  'The data request is {words}.': 'Die Datenanfrage hat den Status „{words}“.',
  'No data request has this id.': 'Es gibt keine Datenanfrage mit dieser Kennung.',
  'The last data request was withdrawn.': 'Die letzte Datenanfrage wurde zurückgezogen.',
  'Other data was received through this link before.': 'Über diesen Link kamen schon andere Daten.',

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
  'The transaction is under a legal hold already.': 'Für die Transaktion gilt bereits eine Löschsperre.',
  'The transaction is under no legal hold.': 'Für die Transaktion gilt keine Löschsperre.',
  'A transaction is under a legal hold: endLegalHold first.':
    'Für eine Transaktion gilt eine Löschsperre: Heben Sie sie zuerst auf.',
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
  'Proofs of an older version are not encrypted with keys of their own yet: try again in a minute, with AOPD_DATA_KEYS on.':
    'Nachweise einer älteren Version sind noch nicht mit eigenen Schlüsseln verschlüsselt: Versuchen Sie es in einer Minute erneut, mit AOPD_DATA_KEYS.',
  'Proofs of an older version are not encrypted with keys of their own yet, and not found: try again in a minute, with AOPD_DATA_KEYS on.':
    'Nachweise einer älteren Version sind noch nicht mit eigenen Schlüsseln verschlüsselt und werden nicht gefunden: Versuchen Sie es in einer Minute erneut, mit AOPD_DATA_KEYS.',

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
  'A proof is under a legal hold: endLegalHold first.':
    'Für einen Nachweis gilt eine Löschsperre: Heben Sie sie zuerst auf.',
  'A proof is REQUESTED: cancelProof first.': 'Ein Nachweis ist noch angefordert: Brechen Sie ihn zuerst ab.',
  'The proof is under a legal hold already.': 'Für den Nachweis gilt bereits eine Löschsperre.',
  'The proof is under no legal hold.': 'Für den Nachweis gilt keine Löschsperre.',
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
  'Entry {} does not have the time that was written': 'Eintrag {} hat nicht die Zeit, die geschrieben wurde',
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
