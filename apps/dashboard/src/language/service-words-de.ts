import { receivedWordsDe } from './received-words-de.ts'
import { refusalWordsDe } from './refusal-words-de.ts'
import type { ServiceWords } from './service-words.ts'
import { caseStatusesDe, proofStatusesDe, transactionStatusesDe } from './statuses-de.ts'

/** German: what the service says to people. */
export const serviceWordsDe: ServiceWords = {
  sentences: {
    // Why a transaction waits.
    'The VASP is not trusted: call trustVasp to continue.':
      'Dem VASP wird nicht vertraut: Vertrauen Sie ihm, um fortzufahren.',
    'Does the VASP write amounts in whole units or in base units? Call setWireProfile with amountUnit WHOLE or BASE.':
      'Schreibt der VASP Beträge in ganzen Einheiten oder in Basiseinheiten? Legen Sie es in seinem Nachrichtenprofil fest.',
    'Data requested: {words}': 'Daten angefordert: {words}',
    'Rule "{}" (version {}): {}': 'Regel „{}“ (Version {}): {}',

    // Checks: data and names.
    'The jurisdiction of this node is not set: TRPD_JURISDICTION.':
      'Das Recht, dem dieser Knoten untersteht, ist nicht festgelegt: TRPD_JURISDICTION.',
    'The data that the law of {} requires is present.': 'Die Daten, die das Recht von {} verlangt, sind vorhanden.',
    'The data that the law requires of the {words} is not set.':
      'Welche Daten das Recht verlangt, ist nicht festgelegt für: {words}.',
    'The amount from which the law requires it is not set.':
      'Ab welchem Betrag das Recht es verlangt, ist nicht festgelegt.',
    'The law requires more above {}, and the value of the amount in {} is unknown.':
      'Über {} verlangt das Recht mehr, und der Wert des Betrags in {} ist nicht bekannt.',
    'The law requires more from {}, and the value of the amount in {} is unknown.':
      'Ab {} verlangt das Recht mehr, und der Wert des Betrags in {} ist nicht bekannt.',
    'The law requires more above {}.': 'Über {} verlangt das Recht mehr.',
    'The law requires more from {}.': 'Ab {} verlangt das Recht mehr.',
    'Missing: {words}.': 'Es fehlen: {words}.',
    'The data contains no names.': 'Die Daten enthalten keine Namen.',
    'No name is a known placeholder.': 'Kein Name ist ein bekannter Platzhalter.',
    'A name of the {words} is often a placeholder, and also that of real people.':
      'Ein Name ist häufig ein Platzhalter, aber auch der Name wirklicher Personen: {words}.',
    'A name of the {words} is a placeholder, not a name.': 'Ein Name ist ein Platzhalter, kein Name: {words}.',
    'The check failed because of a defect in this service, which the log shows.':
      'Die Prüfung scheiterte an einem Fehler dieses Dienstes, den das Betriebsprotokoll zeigt.',

    // Checks: the customer.
    'The travel address has no customer reference.': 'Die Travel Address hat keine Kundenreferenz.',
    'The customer of the travel address is not known: call upsertCustomer.':
      'Der Kunde der Travel Address ist nicht bekannt: Fügen Sie ihn bei den Kunden hinzu.',
    'The customer lookup does not know the customer.': 'Die Kundenabfrage kennt den Kunden nicht.',
    'The customer lookup failed: {text}.': 'Die Kundenabfrage ist fehlgeschlagen: {text}.',
    'it responded with {}': 'sie antwortete mit Status {}',
    'The response of the customer lookup is not a customer.': 'Die Antwort der Kundenabfrage ist kein Kunde.',
    'The customer lookup failed: {}.': 'Die Kundenabfrage ist fehlgeschlagen: {}.',
    'The beneficiary or the customer has no name.': 'Der Begünstigte oder der Kunde hat keinen Namen.',
    'The beneficiary or the customer has more than {} names.': 'Der Begünstigte oder der Kunde hat mehr als {} Namen.',
    'The beneficiary is not the customer by name (score {}).':
      'Der Begünstigte ist dem Namen nach nicht der Kunde (Übereinstimmung {}).',
    'The name of the beneficiary agrees only in part with that of the customer (score {}).':
      'Der Name des Begünstigten stimmt nur zum Teil mit dem des Kunden überein (Übereinstimmung {}).',
    'One of the beneficiaries has no name.': 'Einer der Begünstigten hat keinen Namen.',
    'The beneficiary also has a name that the customer does not have.':
      'Der Begünstigte hat auch einen Namen, den der Kunde nicht hat.',
    'The name of the beneficiary is that of the customer (score {}), but the account is another one.':
      'Der Name des Begünstigten ist der des Kunden (Übereinstimmung {}), aber das Konto ist ein anderes.',
    'The name of the beneficiary is that of the customer (score {}).':
      'Der Name des Begünstigten ist der des Kunden (Übereinstimmung {}).',
    'one of the customer': 'eines des Kunden',
    'none of the customer': 'keines des Kunden',
    'not comparable': 'nicht vergleichbar',
    '{} = {} (EQUAL)': '{} = {} (gleich)',
    '{} = {} (TRANSLITERATED)': '{} = {} (andere Schrift)',
    '{} = {} (VARIANT)': '{} = {} (Variante)',
    '{} = {} (INITIAL)': '{} = {} (Initiale)',
    '{} = {} (JOINED)': '{} = {} (anders getrennt)',
    '{} = {} (SPELLING)': '{} = {} (ähnlich geschrieben)',
    'only in the inquiry: {}': 'nur in der Anfrage: {}',
    'only in our record: {}': 'nur in unseren Daten: {}',

    // Checks: address, duplicates, amount.
    'The travel address has no payment address yet.': 'Die Travel Address hat noch keine Zahlungsadresse.',
    'Addresses of {} cannot be checked.': 'Adressen von {} können nicht geprüft werden.',
    'The address has no memo or destination tag, which most custodians of {} require.':
      'Die Adresse hat weder Memo noch Destination Tag, die die meisten Verwahrer von {} verlangen.',
    'The address is one of {}.': 'Die Adresse ist eine von {}.',
    'Another transaction has the same hash on the ledger.': 'Eine andere Transaktion hat denselben Hash im Ledger.',
    'Within {} hours, there is another transaction with the same travel address, asset and amount.':
      'Innerhalb von {} Stunden gibt es eine andere Transaktion mit derselben Travel Address, demselben Asset und demselben Betrag.',
    'Within {} hours, there is no other transaction with the same travel address, asset and amount.':
      'Innerhalb von {} Stunden gibt es keine andere Transaktion mit derselben Travel Address, demselben Asset und demselben Betrag.',
    'The unit of the amount is unknown.': 'Die Einheit des Betrags ist nicht bekannt.',
    'Fewer than {} transactions to this travel address were approved before.':
      'Zuvor wurden weniger als {} Transaktionen an diese Travel Address genehmigt.',
    'The amount is more than {} times the largest earlier one.':
      'Der Betrag ist mehr als das {}-Fache des bisher größten.',
    'The amount is at most {} times the largest earlier one.':
      'Der Betrag ist höchstens das {}-Fache des bisher größten.',

    // Checks: the VASP.
    'The other VASP is not known.': 'Der andere VASP ist nicht bekannt.',
    'No due diligence about the VASP is recorded: call recordDueDiligence.':
      'Zu dem VASP ist keine Sorgfaltsprüfung erfasst.',
    'The licence and the LEI of the VASP are valid, and no review is due.':
      'Zulassung und LEI des VASP sind gültig, und keine Überprüfung ist fällig.',
    'The licence of the VASP is SUSPENDED.': 'Die Zulassung des VASP ist ausgesetzt.',
    'The licence of the VASP is REVOKED.': 'Die Zulassung des VASP ist entzogen.',
    'The licence of the VASP is NONE.': 'Der VASP hat keine Zulassung, braucht aber eine.',
    'The date of the next review of the VASP is not set.':
      'Der Tag der nächsten Überprüfung des VASP ist nicht festgelegt.',
    'A review of the VASP is due.': 'Eine Überprüfung des VASP ist fällig.',
    'The registration of the LEI has lapsed.': 'Die Registrierung der LEI ist abgelaufen.',
    'The LEI is no longer valid.': 'Die LEI ist nicht mehr gültig.',
    'The status of the LEI is not known.': 'Der Status der LEI ist nicht bekannt.',

    // Checks: ownership of a self-hosted wallet.
    'No source of ownership proofs is configured: TRPD_PROOF_FEED_URL.':
      'Keine Quelle für Eigentumsnachweise ist eingerichtet: TRPD_PROOF_FEED_URL.',
    'The ownership proofs have not been read yet.': 'Die Eigentumsnachweise wurden noch nicht gelesen.',
    'Reading the ownership proofs is stopped, because their database was restored from a backup: npm run feeds -- accept aopd trpd.':
      'Das Lesen der Eigentumsnachweise ist angehalten, weil ihre Datenbank aus einer Sicherung wiederhergestellt wurde: npm run feeds -- accept aopd trpd.',
    'The ownership proofs were last read too long ago.':
      'Die Eigentumsnachweise wurden vor zu langer Zeit zuletzt gelesen.',
    'The address of the self-hosted wallet is not recorded.':
      'Die Adresse der selbstverwalteten Wallet ist nicht erfasst.',
    'The wallet was not proven.': 'Das Eigentum an der Wallet wurde nicht nachgewiesen.',
    'The proof of the wallet was revoked.': 'Der Nachweis der Wallet wurde widerrufen.',
    'The customer has proven to control the wallet.': 'Der Kunde hat nachgewiesen, dass er über die Wallet verfügt.',
    'The wallet was proven, but neither for this transaction nor with the reference of its customer.':
      'Die Wallet wurde nachgewiesen, aber weder für diese Transaktion noch mit der Referenz ihres Kunden.',
    'Another customer has proven to control the wallet.':
      'Ein anderer Kunde hat nachgewiesen, dass er über die Wallet verfügt.',
    'Whether the law of {} requires an ownership proof is not set.':
      'Ob das Recht von {} einen Eigentumsnachweis verlangt, ist nicht festgelegt.',
    'The law of {} requires no ownership proof.': 'Das Recht von {} verlangt keinen Eigentumsnachweis.',
    'The amount from which the law of {} requires an ownership proof is not set.':
      'Ab welchem Betrag das Recht von {} einen Eigentumsnachweis verlangt, ist nicht festgelegt.',
    'The law of {} requires an ownership proof.': 'Das Recht von {} verlangt einen Eigentumsnachweis.',
    'The law of {} requires an ownership proof above {}, and the amount is worth less.':
      'Das Recht von {} verlangt über {} einen Eigentumsnachweis, und der Betrag ist weniger wert.',
    'The law of {} requires an ownership proof from {}, and the amount is worth less.':
      'Das Recht von {} verlangt ab {} einen Eigentumsnachweis, und der Betrag ist weniger wert.',
    'The law of {} requires an ownership proof above {}.': 'Das Recht von {} verlangt über {} einen Eigentumsnachweis.',
    'The law of {} requires an ownership proof from {}.': 'Das Recht von {} verlangt ab {} einen Eigentumsnachweis.',

    'The law of {} requires an ownership proof above {}, and the value of the amount in {} is unknown.':
      'Das Recht von {} verlangt über {} einen Eigentumsnachweis, und der Wert des Betrags in {} ist nicht bekannt.',
    'The law of {} requires an ownership proof from {}, and the value of the amount in {} is unknown.':
      'Das Recht von {} verlangt ab {} einen Eigentumsnachweis, und der Wert des Betrags in {} ist nicht bekannt.',

    // Checks: screening, and what could not be screened.
    'The transaction has not been screened yet.': 'Die Transaktion wurde noch nicht gegen Sanktionslisten geprüft.',
    'A name may be on a sanctions list.': 'Ein Name steht möglicherweise auf einer Sanktionsliste.',
    'An address is on a sanctions list: {}.': 'Eine Adresse steht auf einer Sanktionsliste: {}.',
    'A name is on a sanctions list: {}.': 'Ein Name steht auf einer Sanktionsliste: {}.',
    'Nothing was found in the sanctions lists.': 'In den Sanktionslisten wurde nichts gefunden.',
    'Nothing was found by the screening vendor.': 'Der Anbieter der Sanktionsprüfung hat nichts gefunden.',
    'No list that has addresses is loaded: only names were screened.':
      'Keine Liste mit Adressen ist geladen: Nur Namen wurden geprüft.',
    'No list and no vendor is set up.': 'Weder eine Liste noch ein Anbieter ist eingerichtet.',
    'There is no name and no address to screen.': 'Es gibt weder Namen noch Adresse zu prüfen.',
    'No list that is loaded has addresses.': 'Keine der geladenen Listen hat Adressen.',
    'The {words} has no name.': 'Ohne Namen: {words}.',
    'A name has no word that lists can be searched for.':
      'Ein Name enthält kein Wort, nach dem Listen durchsucht werden können.',
    'Only the first {} names were screened.': 'Nur die ersten {} Namen wurden geprüft.',
    'A name has too many words: the last were not screened.':
      'Ein Name hat zu viele Wörter: Die letzten wurden nicht geprüft.',
    'The list {} is not loaded.': 'Die Liste {} ist nicht geladen.',
    'The list {} was loaded {} hours ago.': 'Die Liste {} wurde vor {} Stunden geladen.',
    'The screening vendor did not screen every name: {text}.':
      'Der Anbieter der Sanktionsprüfung hat nicht jeden Namen geprüft: {text}.',
    'its response is not JSON': 'seine Antwort ist kein JSON',
    'its response has no array of hits': 'seine Antwort hat keine Liste von Treffern',
    'no response': 'keine Antwort',
    'status {}': 'Status {}',
    'Too many listed names are like {words}: not all of them were compared.':
      'Zu viele Namen der Listen ähneln dem eines Beteiligten ({words}): Nicht alle wurden verglichen.',
    'Not romanised, and only compared with names in the same script: {words}.':
      'Nicht in lateinische Schrift übertragen und nur mit Namen in derselben Schrift verglichen: {words}.',
    'The text is not an address of a known ledger.': 'Der Text ist keine Adresse eines bekannten Ledgers.',
    'The screening vendor did not screen every name: {}.':
      'Der Anbieter der Sanktionsprüfung hat nicht jeden Namen geprüft: {}.',
    'The transaction could not be screened.': 'Die Transaktion konnte nicht gegen Sanktionslisten geprüft werden.',

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

    ...receivedWordsDe,
    ...refusalWordsDe,
  },
  phrases: {
    ', ': ', ',
    '; ': '; ',
    ' or ': ' oder ',
    ' and ': ' und ',
    ', and ': ' und ',
    ' with ': ' mit ',
    'the name': 'Name',
    'a name of the originator': 'Auftraggeber',
    'a name of the beneficiary': 'Begünstigter',
    'the name of the VASP': 'VASP',
    ' ': ': ',
    originator: 'Auftraggeber',
    beneficiary: 'Begünstigter',
    name: 'Name',
    'account or address on the ledger': 'Konto oder Adresse im Ledger',
    'postal address': 'Postanschrift',
    'official number': 'amtliche Nummer',
    'customer number': 'Kundennummer',
    'date and place of birth': 'Geburtsdatum und Geburtsort',
    NAME: 'Name',
    ACCOUNT: 'Konto oder Wallet-Adresse',
    ADDRESS: 'Postanschrift',
    NATIONAL_ID: 'amtliche Nummer',
    CUSTOMER_NUMBER: 'Kundennummer',
    BIRTH: 'Geburtsdatum und Geburtsort',
    LEI: 'LEI',

    // Statuses of transactions and VASPs, cases, proofs and data requests.
    ...transactionStatusesDe,
    ...caseStatusesDe,
    ...proofStatusesDe,
    UNTRUSTED: 'Vertrauen nicht entschieden',
    TRUSTED: 'Vertrauenswürdig',
    OPEN: 'Wartet auf Antwort',
    RECEIVED: 'Eingegangen',
    WITHDRAWN: 'Zurückgezogen',

    // Units of time, and kinds of Bitcoin addresses.
    hours: 'Stunden',
    hour: 'Stunde',
    minutes: 'Minuten',
    minute: 'Minute',
    seconds: 'Sekunden',
    second: 'Sekunde',
    'P2PKH with an uncompressed key': 'P2PKH mit einem unkomprimierten Schlüssel',
    'legacy or AOPP': 'alter Form oder AOPP',
    'BIP-137 ': 'BIP-137 ',
    'BIP-322, ': 'BIP-322, ',
    'P2SH-P2WPKH': 'P2SH-P2WPKH',
    P2WPKH: 'P2WPKH',
    P2TR: 'P2TR',
  },
}
