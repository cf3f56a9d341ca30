/** Equivalent given names: nicknames, and the same name in other languages. Folded. */
const GROUPS = `
alexander alex alec aleksandr alexandr oleksandr alejandro alessandro aleksander sasha sandro alexandre iskander
alexandra aleksandra sandra sasha alejandra oleksandra
alexei alexey aleksei aleksey alyosha oleksii
andrew andy drew andrei andrey andreas andres andrea anders andre andrii ondrej andrzej
anthony tony antonio anton antoine antonin
benjamin ben benny bibi binyamin benyamin
barack barry barak
boris borya
catherine kate katie kathy cathy katherine kathryn ekaterina yekaterina catalina katarina katya catarina
charles charlie chuck carlos karl carl carlo karel
christopher chris kris christoph cristobal christophe
daniel dan danny daniil danilo danylo
david dave davey davide dawid
deborah debbie debra
dmitry dmitri dima dmitrii dmytro dimitri dimitrios
edward ed eddie ted teddy eduard eduardo edouard
elizabeth liz lizzie beth betty eliza elisabeth elisabetta isabel yelizaveta elizaveta
emanuel emmanuel manuel manolo
eugene yevgeny evgeny yevgeni evgeni evgenii eugenio gene zhenya yevhen
francis francisco francesco francois frank franz paco pancho frans
frederick fred freddie freddy federico frederic
friedrich fritz
gabriel gabe gabriele gavriil
george georgy georgi georgios jorge giorgio georg georges yuri yury yurii jerzy
gerald gerry jerry gerard
gregory greg grigory grigori gregorio grzegorz hryhorii
helen helena elena yelena ellen olena
henry harry hank henri heinrich enrique enrico henrik
ignatius ignacio nacho
irene irina iryna
isaac ike yitzhak itzhak ishaq
jacob jake jakob yaakov yakov
james jim jimmy jamie jaime diego santiago giacomo jacques
jennifer jen jenny
jerome gerome
john jon johnny jack johan johann johannes juan ivan jean giovanni joao ioannis yannis sean ian jan hans giovani yohannes ioan
jonathan jon jonny yonatan
joseph joe joey jose josef giuseppe pepe yosef iosif josip jozef
joshua josh yehoshua
julia julie giulia yulia iuliia yuliya
kenneth ken kenny
konstantin constantine kostya constantin konstantinos
lawrence larry laurence lorenzo laurent lars
leonard leo len lenny leonardo leonid
louis luis luigi ludwig lewis luiz
margaret maggie meg peggy greta margarita marguerite
maria mary marie miriam maryam
mark marc marcus marco marcos marko markus
martha marta
matthew matt mateo matteo mathieu matthias mateusz matvei matthieu
maximilian max maxim maksim maksym
michael mike mick mickey misha mikhail miguel michel michele mikael michal mykhailo mihai
muhammad mohammed mohammad mohamed mohamad muhamad muhammed mohd md mehmet mahomet magomed mokhamed mochammad mamadou
nathaniel nathan nate nat
nicholas nick nicky nikolai nicolas nikolay niklas klaus nicola mykola nikolaos
olga olha
osama usama
patrick pat paddy patricio patrik
paul pablo paolo pavel pavlo paulo
peter pete pedro pietro piotr pyotr petr pierre petros petro
philip phil phillip felipe philippe filip filippo
raymond ray ramon
rebecca becky becca
richard rick dick rich ricky ricardo riccardo
robert bob rob bobby robbie roberto
ronald ron ronnie
samuel sam sammy
sergey sergei serge sergio sergii serhii serhiy serhy
stephen steve steven stefan esteban stephan etienne stefano stepan
susan sue susie suzanne susanna
tatiana tanya tatyana tetiana
terence terry
theodore ted teddy theo fyodor fedor teodor
thomas tom tommy tomas tommaso tomasz
timothy tim timmy timofei
victor viktor vittorio vic
vincent vince vincente vicente
vladimir volodymyr wladimir vova volodya uladzimir
walter walt wally
william bill billy will willy liam wilhelm guillermo guillaume willem
yusuf yousef youssef yousuf joseph
ahmad ahmed ahmet
hussein husayn hussain husain hossein hussayn
hassan hasan
abdullah abdallah abdulla abdalla
ali aly
omar umar omer
othman osman usman uthman
ibrahim ebrahim abraham abe avraham
yahya yahia
sulayman suleiman suleyman soliman solomon
`

const GROUPS_OF: ReadonlyMap<string, ReadonlySet<number>> = indexGroups()

/** True if two given names, folded, are used for the same person. */
export function areVariants(left: string, right: string): boolean {
  const groups = GROUPS_OF.get(left)
  if (!groups) return false
  for (const group of GROUPS_OF.get(right) ?? []) if (groups.has(group)) return true
  return false
}

/** The groups to which a given name, folded, belongs. */
export function variantGroups(name: string): ReadonlySet<number> | undefined {
  return GROUPS_OF.get(name)
}

function indexGroups(): Map<string, Set<number>> {
  const groups = new Map<string, Set<number>>()
  for (const [index, line] of GROUPS.trim().split('\n').entries())
    for (const name of line.split(' ')) groups.set(name, (groups.get(name) ?? new Set()).add(index))
  return groups
}
