/** The kind of organisation of a legal form. Two forms of different families belong to different entities. */
export type FormFamily = 'STOCK' | 'LIMITED' | 'PARTNERSHIP' | 'NON_PROFIT' | 'ANY'

export interface FormMatch {
  readonly family: FormFamily
  /** Number of words of the form. */
  readonly words: number
}

/**
 * The legal form that starts at `words[at]`: the longest one known, in words or as an abbreviation.
 *
 * The words are folded and abbreviations joined (`S.A.R.L.` is `sarl`).
 */
export function findForm(words: readonly string[], at: number): FormMatch | undefined {
  let phrase = ''
  let found: FormMatch | undefined
  for (let count = 1; count <= WORDS_MAX && at + count <= words.length; count += 1) {
    phrase = count === 1 ? (words[at] as string) : `${phrase} ${words[at + count - 1]}`
    const family = FORMS.get(phrase)
    if (family) found = { family, words: count }
  }
  return found
}

/**
 * A word without the legal form with which it begins or ends, such as `argument` of `jscargument`; `undefined` when it
 * has none.
 */
export function withoutJoinedForm(word: string): string | undefined {
  return JOINED_FORM.exec(word)?.slice(1).find(Boolean)
}

/** Forms with which few words begin or end. At least four letters of the name must remain. */
const JOINED_FORM =
  /^(?:[ocpn]?jsc|ooo|oao|zao|llc|gmbh)(.{4,})$|^(.{4,})(?:[ocp]?jsc|ooo|llc|gmbh|ltd|plc|srl|sarl)$|^(.{5,})ag$/

const WORDS_MAX = 5

const FORMS: ReadonlyMap<string, FormFamily> = new Map(
  Object.entries({
    STOCK:
      'ag,akg,aktiengesellschaft,aktiengeselschaft,sa,sas,spa,nv,plc,jsc,ojsc,cjsc,pjsc,oao,zao,pao,ao,ab,as,asa,oyj,se,kgaa,tbk,saog,' +
      'joint stock company,open joint stock company,closed joint stock company,public joint stock company,joint stock co,joint stock compan,joint stock companie,joynt stock company,' +
      'public limited company,societe anonyme,sociedad anonima,sociedade anonima,societa per azioni,naamloze vennootschap,' +
      'aktsionernoe obshchestvo,nepublichnoe aktsionernoe obshchestvo,zakrytoe aktsionernoe obshchestvo,otkrytoe aktsionernoe obshchestvo,publichnoe aktsionernoe obshchestvo,kabushiki kaisha,kk,na,a s,sa de cv,sab de cv,' +
      'nao,njsc,pjs,jvc,joint venture,joint venture company,psc,qsc,qpsc,saoc,saog,bsc,ksc,kscc,kscp,sal,sae,saa,aktieselskab,aktiebolag,aktsiaselts,dd,ead,nyrt,zrt,prat,vat,sha,anonim sirketi,anonim sirket,anonim ortakligi,' +
      'sherkat sahami,sherkat sahami khass,sherkat sahami am,private joint stock company,sociedad por acciones,spolka akcyjna,osakeyhtio,hf',
    LIMITED:
      'gmbh,ggmbh,gesellschaft mit beschrankter haftung,ug,llc,ooo,tov,too,srl,sarl,sl,slu,bv,bvba,sprl,kft,sro,doo,eood,ood,oy,aps,spzoo,sp z o o,sp z oo,sp zoo,' +
      'limited liability company,limited liability co,societatea cu raspundere limitata,societe a responsabilite limitee,besloten vennootschap,' +
      'obshchestvo s ogranichennoi otvetstvennostyu,obshchestvo s ogranichennoy otvetstvennostyu,sociedad de responsabilidad limitada,s de rl de cv,lda,ltda,fze,fzco,fzc,wll,sdn bhd,bhd,' +
      'ou,osauhing,osauehing,uab,sia,odo,dno,shpk,mchj,mmm,mmc,spol s ro,s ro,ltd sti,limited sirketi,limited sirket,sti,fz llc,fzllc,dmcc,free zone company,free zone establishment,free zone co,' +
      'sociedad limitada,societa a responsabilita limitata,sociedade limitada,limitada,spolka z ograniczona odpowiedzialnoscia,drustvo s ogranicenom odgovornoscu,obschestvo s ogranichennoy otvetstvennostyu,' +
      'obshchestvo s ogranichennoj otvetstvennostju,tovarystvo z obmezhenoyu vidpovidalnistyu,eurl,gesmbh,ehf',
    PARTNERSHIP:
      'lp,llp,lllp,kg,ohg,gbr,snc,gmbh co kg,limited partnership,limited liability partnership,general partnership,sca,scs,komanditgesellschaft,kommanditgesellschaft,commanditaire vennootschap',
    NON_PROFIT:
      'stichting,stiftelse,aisbl,eingetragener verein,nonprofit,ano,nko,ngo,ev,asbl,vzw,avtonomnaya nekommercheskaya organizatsiya',
    ANY:
      'ltd,limited,inc,incorporated,corp,co,co ltd,company limited,company ltd,co limited,pte,pte ltd,pty,pty ltd,pvt,pvt ltd,private limited,pt,pte limited,pty limited,' +
      'company inc,corporation limited,corporation ltd,limited company,public company,public company limited,youxian gongsi,coltd,pteltd,pvtltd,unlimited,fgup,gup,mup,federal state unitary enterprise,federal state enterprise,state unitary enterprise,federalnoe gosudarstvennoe unitarnoe predpriyatie,cia,cia ltda,y cia,compania limitada',
  } satisfies Record<FormFamily, string>).flatMap(([family, forms]) =>
    forms.split(',').map((form): [string, FormFamily] => [form, family as FormFamily]),
  ),
)
