/** German: why the service refuses something about a transfer. Names of fields and limits stay as they are. */
export const transferRefusalsDe = {
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
  'The personal data of this transaction was erased: it can no longer be changed.':
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
  'A decision has already been proposed: call withdrawProposal first.':
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
  'There are already {} reviewed reasons.': 'Es gibt bereits {} geprüfte Gründe.',
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
  'An e-mail needs TRPD_MAIL: make a request without `email` to get its link.':
    'Eine E-Mail braucht TRPD_MAIL: Fordern Sie die Daten ohne E-Mail-Adresse an, um den Link zu erhalten.',
  'A transaction has at most {} open data requests, and {} in all: renew or withdraw an open one.':
    'Eine Transaktion hat höchstens {} offene Datenanfragen und {} insgesamt: Erneuern Sie eine offene, oder ziehen Sie sie zurück.',
  'The transaction is {words}: it needs no more data.':
    'Die Transaktion hat den Status „{words}“: Sie braucht keine Daten mehr.',
  'The data request is {words}.': 'Die Datenanfrage hat den Status „{words}“.',
  'No data request has this id.': 'Es gibt keine Datenanfrage mit dieser Kennung.',
  'The last data request was withdrawn.': 'Die letzte Datenanfrage wurde zurückgezogen.',
  'Other data was received through this link before.': 'Über diesen Link kamen schon andere Daten.',
} as const
