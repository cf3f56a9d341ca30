/** Words that do not help to identify a person: `al`, `bin`, `van der`. Spelled after folding. */
export const PARTICLES: ReadonlySet<string> = new Set(
  (
    'al el ul ud ur as ad an az ash bin ibn ben bint bte ould oglu ogly kyzy zada van von der den de del della di da ' +
    'dos das do du la le les lo los las ter ten te zu zum zur af av st saint mac'
  ).split(' '),
)

/** Particles after which the father's name follows. */
export const PATRONYMIC_PARTICLES: ReadonlySet<string> = new Set('bin ibn ben bint bte ould'.split(' '))

/** Titles and forms of address, which are omitted from a person's name. */
export const HONORIFICS: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mister madam madame monsieur mme mlle herr frau fraulein senor senora senorita don dona sir lord lady dame ' +
    'dr doctor prof professor eng ing dipl hon honourable honorable rev reverend father pastor bishop rabbi imam sheikh shaikh ' +
    'shaykh sheik cheikh shayk mullah mulla mawlawi maulavi molvi maulana maulawi haji hajji hadji hajj alhaj qari hafiz ustad sayyed sayyid sayed ' +
    'president prasident presidente premier minister general gen colonel col major maj captain capt lieutenant lt sergeant sgt ' +
    'admiral brigadier ambassador senator governor king queen prince princess emir amir jr sr junior senior phd md esq gospodin ' +
    'gospozha pan pani shri sri smt thiru khun mag kfm na nee'
  ).split(' '),
)

/** Common words of organisations, which are compared but weigh less. */
export const WEAK_ORGANISATION_WORDS: ReadonlySet<string> = new Set(
  'company co group gruppe grupp gruppa holding holdings corporation international europe enterprise enterprises'.split(
    ' ',
  ),
)

/** Words that mark the name of a branch, which are compared but weigh little. */
export const BRANCH_WORDS: ReadonlySet<string> = new Set(
  'branch branches filial filiale filiaal filialas succursale sucursal zweigniederlassung niederlassung agence oficina otdelenie'.split(
    ' ',
  ),
)

/** Words that are omitted from an organisation's name. */
export const DROPPED_ORGANISATION_WORDS: ReadonlySet<string> = new Set(
  'the and of und et y und i e de des del di da von for in al el ul ud ur wa wal mv mt ss'.split(' '),
)

/** Words of organisations that have a shorter spelling, or one in another language. */
export const ORGANISATION_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    intl: 'international',
    natl: 'national',
    corp: 'corporation',
    corporacion: 'corporation',
    korporatsiya: 'corporation',
    mfg: 'manufacturing',
    bros: 'brothers',
    assn: 'association',
    dept: 'department',
    govt: 'government',
    univ: 'university',
    ind: 'industries',
    tech: 'technology',
    svcs: 'services',
    zavod: 'plant',
    banque: 'bank',
    banco: 'bank',
    banka: 'bank',
    labour: 'labor',
    centre: 'center',
    organisation: 'organization',
    trade: 'trading',
    industry: 'industries',
    industrial: 'industries',
    export: 'exports',
    import: 'imports',
    machinery: 'machine',
    engineers: 'engineering',
    electronics: 'electronic',
    managing: 'management',
    investments: 'investment',
    technologies: 'technology',
    productions: 'production',
    financial: 'finance',
    service: 'services',
    serv: 'services',
    trans: 'transportation',
    transport: 'transportation',
    iranian: 'iran',
    iraqi: 'iraq',
    korean: 'korea',
    dprk: 'korea',
    syrian: 'syria',
    lebanese: 'lebanon',
    palestinian: 'palestine',
    russian: 'russia',
    libyan: 'libya',
    cuban: 'cuba',
    belarusian: 'belarus',
    venezuelan: 'venezuela',
    us: 'united states',
    usa: 'united states',
    uk: 'united kingdom',
  }),
)

/** Number words, ordinals and Roman numerals, with the figures for which they stand. */
export function parseNumberWord(word: string): string | undefined {
  if (/^\d+$/.test(word)) return word.replace(/^0+(?=\d)/, '')
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(word)
  if (ordinal) return ordinal[1]
  return NUMBER_WORDS.get(word)
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
const ROMAN = ' i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...ONES.split(' ').map((word, index): [string, string] => [word, String(index)]),
  ...ORDINALS.split(' ').map((word, index): [string, string] => [word, String(index)]),
  ...ROMAN.split(' ')
    .map((word, index): [string, string] => [word, String(index)])
    .slice(1),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index): [string, string] => [word, String((index + 2) * 10)]),
  ['fourty', '40'],
])
