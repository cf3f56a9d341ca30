/** German: why a transaction waits, and what the checks found. */
export const checkWordsDe = {
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
} as const
