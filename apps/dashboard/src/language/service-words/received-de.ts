/** German: what the service says about counterparties' messages, and about sending them. */
export const receivedWordsDe = {
  // Departures from the protocol.
  'The inquiry does not identify its asset; that of the travel address was used.':
    'Die Anfrage nennt kein Asset; das der Travel Address wurde verwendet.',
  'The amount is a string instead of a number.': 'Der Betrag ist eine Zeichenkette statt einer Zahl.',
  'The amount exceeds the supply of the asset: {} {}.':
    'Der Betrag übersteigt die Menge, die es von dem Asset geben kann: {} {}.',
  'The payload is in the 2023 edition instead of that of 2020.':
    'Die Daten sind in der Ausgabe von 2023 statt in der von 2020.',
  "The payload is in the form of TRISA's protobuf messages; it was imported.":
    'Die Daten haben die Form der Protobuf-Nachrichten von TRISA; sie wurden übernommen.',
  'A list is written as its lone element.': 'Eine Liste ist als ihr einziges Element geschrieben.',
  'This node does not support the extension {} and ignored it.':
    'Dieser Knoten unterstützt die Erweiterung {} nicht und hat sie nicht beachtet.',
  'A message to the callback was refused: {text}': 'Eine Nachricht an die Rückrufadresse wurde zurückgewiesen: {text}',
  'A message to the callback was accepted for its token: {text}':
    'Eine Nachricht an die Rückrufadresse wurde wegen ihres Tokens angenommen: {text}',
  'A response of the counterparty does not say its version of TRP.':
    'Eine Antwort der Gegenseite nennt ihre Version von TRP nicht.',
  'The approval in the response was ignored: {text}': 'Die Genehmigung in der Antwort wurde nicht beachtet: {text}',

  // Form of IVMS101.
  'The payload is not an object: write { "originator": …, "beneficiary": … }.':
    'Die Daten sind kein Objekt: Schreiben Sie { "originator": …, "beneficiary": … }.',
  'The payload has more than {} values: shorten it.': 'Die Daten haben mehr als {} Werte: Kürzen Sie sie.',
  'The payload is nested deeper than {} levels: IVMS101 has {}.':
    'Die Daten sind tiefer als {} Ebenen verschachtelt: IVMS101 hat {}.',
  'A list or an object in the payload has more than {} elements: remove some.':
    'Eine Liste oder ein Objekt in den Daten hat mehr als {} Elemente: Entfernen Sie einige.',
  'The payload contains a key that is not allowed, such as __proto__: remove it.':
    'Die Daten enthalten einen Schlüssel, der nicht erlaubt ist, wie __proto__: Entfernen Sie ihn.',
  'The payload is in the form {}: rewrite it, or validate it as that version.':
    'Die Daten haben die Form {}: Schreiben Sie sie um, oder prüfen Sie sie als diese Version.',
  'The inner object of the same name is missing.': 'Das innere Objekt desselben Namens fehlt.',
  'A single value is expected instead of a list; elements after the first were ignored.':
    'Erwartet wird ein einzelner Wert statt einer Liste; Elemente nach dem ersten wurden nicht beachtet.',
  'The value is not an object and was ignored.': 'Der Wert ist kein Objekt und wurde nicht beachtet.',
  'The value has the wrong type and was ignored.': 'Der Wert hat den falschen Typ und wurde nicht beachtet.',
  'The value is not an integer and was ignored.': 'Der Wert ist keine ganze Zahl und wurde nicht beachtet.',
  'A number is expected instead of a string.': 'Erwartet wird eine Zahl statt einer Zeichenkette.',
  'A string is expected instead of a number.': 'Erwartet wird eine Zeichenkette statt einer Zahl.',
  'The code has a prefix that belongs to another dialect.':
    'Der Code hat ein Präfix, das zu einer anderen Ausgabe gehört.',
  'The name of the field belongs to another dialect.': 'Der Name des Feldes gehört zu einer anderen Ausgabe.',
  'The field occurs under two names with different values; one was ignored.':
    'Das Feld kommt unter zwei Namen mit verschiedenen Werten vor; einer wurde nicht beachtet.',
  'Fields that IVMS101 does not define were ignored: {}.':
    'Felder, die IVMS101 nicht kennt, wurden nicht beachtet: {}.',

  // Responses that are not messages of TRP.
  'The counterparty responded with status {}, but not with a TRP message.':
    'Die Gegenseite antwortete mit Status {}, aber nicht mit einer TRP-Nachricht.',
  'The body is not a JSON object.': 'Der Inhalt ist kein JSON-Objekt.',
  'The body must contain exactly one of version, approved and rejected.':
    'Der Inhalt muss genau eines von version, approved und rejected enthalten.',
  'The body contains both approved and rejected.': 'Der Inhalt enthält approved und rejected zugleich.',
  'The body contains neither approved nor rejected.': 'Der Inhalt enthält weder approved noch rejected.',
  'The body contains both txid and canceled.': 'Der Inhalt enthält txid und canceled zugleich.',
  'The body contains neither txid nor canceled.': 'Der Inhalt enthält weder txid noch canceled.',
  'The body has more than {} characters.': 'Der Inhalt hat mehr als {} Zeichen.',
  'The body is not UTF-8.': 'Der Inhalt ist nicht in UTF-8.',
  'The body is nested deeper than {} levels.': 'Der Inhalt ist tiefer als {} Ebenen verschachtelt.',
  'The body has more than {} values.': 'Der Inhalt hat mehr als {} Werte.',
  'The body is not one well-formed JSON value.': 'Der Inhalt ist kein wohlgeformtes JSON.',
  'An object in the body contains a key twice.': 'Ein Objekt im Inhalt enthält einen Schlüssel zweimal.',
  'A number in the body has more than {} characters.': 'Eine Zahl im Inhalt hat mehr als {} Zeichen.',
  'The body contains a key that is not allowed, such as __proto__.':
    'Der Inhalt enthält einen Schlüssel, der nicht erlaubt ist, wie __proto__.',
  'A string in the body contains NUL or an unpaired surrogate.':
    'Eine Zeichenkette im Inhalt enthält NUL oder ein einzelnes Surrogat.',
  'version must be a string of at most {} characters.': 'version muss eine Zeichenkette mit höchstens {} Zeichen sein.',
  'vendor must be a string of at most {} characters.': 'vendor muss eine Zeichenkette mit höchstens {} Zeichen sein.',
  'name must be a string of at most {} characters.': 'name muss eine Zeichenkette mit höchstens {} Zeichen sein.',
  '{field} must be a string.': '{field} muss eine Zeichenkette sein.',
  '{field} must be an object.': '{field} muss ein Objekt sein.',
  'No reason was given.': 'Es wurde kein Grund genannt.',
  'callback is required.': 'callback fehlt.',
  'callback cannot be used: {text}.': 'callback kann nicht verwendet werden: {text}.',
  'callback must start with https://.': 'callback muss mit https:// beginnen.',
  'callback must be an absolute https URL without a fragment.':
    'callback muss eine absolute https-URL ohne Fragment sein.',

  // Why nothing is sent, or not again.
  '{} was removed from {}, so nothing is sent there.':
    '{} wurde von {} entfernt, deshalb wird dorthin nichts gesendet.',
  '{} is BLOCKED, so nothing is sent.': '{} ist gesperrt, deshalb wird nichts gesendet.',
  '{} is UNTRUSTED, so nothing is sent.': '{} wird nicht vertraut, deshalb wird nichts gesendet.',
  '{} requires an extension of TRP. {text}': '{} verlangt eine Erweiterung von TRP. {text}',
  '{} speaks TRP {}. {text}': '{} spricht TRP {}. {text}',
  'This node does not support the extension {}.': 'Dieser Knoten unterstützt die Erweiterung {} nicht.',
  'This node accepts TRP 2.1 to 3.2.': 'Dieser Knoten nimmt TRP 2.1 bis 3.2 an.',
  'The API version must have the form 3.2.1.': 'Die API-Version muss die Form 3.2.1 haben.',
  'The header api-version is required.': 'Die Kopfzeile api-version fehlt.',
  '{} does not respond.': '{} antwortet nicht.',
  'Delivery was given up after 1 attempt in {} {words}.': 'Das Senden wurde nach 1 Versuch in {} {words} aufgegeben.',
  'Delivery was given up after {} attempts in {} {words}.':
    'Das Senden wurde nach {} Versuchen in {} {words} aufgegeben.',
  'This node could not process the message: see “job failed” with the job {} in its log.':
    'Dieser Knoten konnte die Nachricht nicht verarbeiten: Siehe „job failed“ mit dem Auftrag {} in seinem Betriebsprotokoll.',
  'The inquiry was declined.': 'Die Anfrage wurde abgelehnt.',
  'No longer sent: {text}.': 'Wird nicht mehr gesendet: {text}.',
  'The transfer was not confirmed in time.': 'Der Transfer wurde nicht rechtzeitig bestätigt.',

  // Discovery, and the LEI register.
  'The VASP could not be reached ({text}).': 'Der VASP war nicht erreichbar ({text}).',
  'The VASP could not be reached ({}).': 'Der VASP war nicht erreichbar ({}).',
  'The request failed ({text}).': 'Die Anfrage ist gescheitert ({text}).',
  'The request failed ({}).': 'Die Anfrage ist gescheitert ({}).',
  'no complete response within {} ms': 'keine vollständige Antwort innerhalb von {} ms',
  'the response is longer than {} bytes': 'die Antwort ist länger als {} Bytes',
  'the host has no address': 'der Host hat keine Adresse',
  'the host is on a private network': 'der Host ist in einem privaten Netz',
  'the host has an address that is never called': 'der Host hat eine Adresse, die nie angefragt wird',
  'the host has private and public addresses': 'der Host hat private und öffentliche Adressen',
  'The VASP responded with status {}.': 'Der VASP antwortete mit Status {}.',
  'lei is not a valid legal entity identifier.': 'lei ist keine gültige LEI.',
  'x509 must be a single PEM certificate.': 'x509 muss ein einzelnes Zertifikat in PEM sein.',
  'x509 is not a certificate that can be parsed.': 'x509 ist kein lesbares Zertifikat.',
  'x509 has another key than the certificate that the server presented.':
    'x509 hat einen anderen Schlüssel als das Zertifikat, das der Server gezeigt hat.',
  'lei is {}, but the certificate that the server presented is for {}.':
    'lei ist {}, aber das Zertifikat, das der Server gezeigt hat, gilt für {}.',
  'required and supported must be lists of names.': 'required und supported müssen Listen von Namen sein.',
  'The LEI register cannot be reached: {text}.': 'Das LEI-Register ist nicht erreichbar: {text}.',
  'The LEI register cannot be reached: {}.': 'Das LEI-Register ist nicht erreichbar: {}.',
  'The LEI register does not have the LEI.': 'Das LEI-Register kennt die LEI nicht.',
  'The LEI register responded with {}.': 'Das LEI-Register antwortete mit {}.',
  'The response of the LEI register is not a record of the LEI.':
    'Die Antwort des LEI-Registers ist kein Eintrag der LEI.',

  // Hosts in URLs.
  'it does not start with a host name': 'Am Anfang steht kein Hostname',
  'its port is not between 1 and 65535': 'Der Port liegt nicht zwischen 1 und 65535',
  'its host is not a valid host name': 'Der Host ist kein gültiger Hostname',
  'its host is local or an IP address, which this node accepts only in development':
    'Der Host ist lokal oder eine IP-Adresse, was dieser Knoten nur in der Entwicklung zulässt',
  'it names a port, which this node does not accept': 'Ein Port ist angegeben, was dieser Knoten nicht zulässt',
} as const
