import type { Language } from './lexicon/columns.ts';
import { plainLetters } from './plain-letters.ts';

/** Languages that share the Latin script and are told apart by their function words. */
export type LatinLanguage = Extract<Language, 'de' | 'fr' | 'es' | 'it' | 'pt'>;

/** English words that decide against another language, and that no other column may translate. */
const ENGLISH = `a an the and or but if then than of to in on at by for with about from into is are was were be been am do
does did has have had can could will would shall should may might must i me my we us our you your he she it they them his
her its their this that these those there here what which who when where why how all any each every more most other some
such not no only same so too very just again please thanks hi hello hey dear let lets want need like help tell give show
know get make sure able use using find something anything via per without within before after up out off down near
everyone someone site sites custom info metadata data app apps ai ci os repo registry indices go back im ive dont cant isnt whats wheres hows`;

/** Words without content in a request: articles, pronouns, prepositions, auxiliary verbs, question words, courtesy. */
const FUNCTION_WORDS: Readonly<Record<Language, string>> = {
  de: `der die das den dem des ein eine einen einem einer eines und oder aber mit fur von zu zum zur im in ins am an ans
    auf aus bei beim bis durch gegen nach ohne seit uber um unter vor zwischen ist sind war waren sei bin hat haben habe
    hatte hatten wird werden wurde wurden kann konnen konnte konntest kannst muss mussen soll sollen sollte will wollen
    mochte mochten mochtest darf ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen mein meine meinen meinem
    meiner meines dein deine sein seine seinen ihre ihren ihrem unser unsere unseren unserem unserer dieser diese dieses
    diesen diesem jene welche welcher welches welchen was wie wo wer wann nicht kein keine keinen noch schon mal nur auch
    als ob dass wenn weil damit da hier dort jetzt bitte danke hallo gern gerne alles etwas nichts man sich so doch denn
    dann dazu davon dafur daran darin darauf brauche brauchst lass gibt gabe mach tu los vom hab jemand eben sowie je
    gerade bereits ganz sehr einmal wieder immer raus rein her hin weg`,
  fr: `le la les l un une des du de d et ou mais avec pour par sur sous dans en au aux a est sont etait ete etre ai as ont
    avez avons avait j je tu il elle on nous vous ils elles me m te t se s moi toi lui leur leurs mon ma mes ton ta tes son
    sa ses notre nos votre vos ce c cet cette ces ca cela qui que qu quoi dont quel quelle quels quelles comment quand
    pourquoi ne n pas plus y chez entre vers depuis sans si peux peut peuvent pouvez pourrais voudrais veux veut aimerais
    faut dois doit besoin stp svp merci bonjour salut plait aussi donc alors encore deja tres bien ici tout tous toute
    toutes quelque chose rien afin jusqu`,
  es: `el la los las lo un una unos unas de del y e o u pero con para por en al a sobre sin entre desde hasta segun es son
    esta estan este esto esa ese eso estos estas estas fue era ser estar soy ha han he hay yo tu el ella nos nosotros
    ustedes ellos me te se le les mi mis tus su sus nuestro nuestra nuestros nuestras tenemos tienen llamado llamada que cual cuales quien como cuando
    donde cuanto no si mas ya muy tambien puede puedes puedo podrias quiero quieres quisiera necesito necesita favor
    gracias hola tengo tiene tienes hemos ahi aqui alguien algo nada todo toda cada desde porque pues asi solo sea sean`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle d e ed o ma con per in nel nello nella nei negli
    nelle su sul sullo sulla sui sugli sulle da dal dallo dalla dai dagli dalle a al allo alla ai agli alle tra fra e sono
    era essere ho ha hai hanno abbiamo c ci vi mi ti si ne io tu lui lei noi voi loro mio mia miei mie tuo tua suo sua
    nostro nostra nostri nostre questo questa questi queste quello quella quelli che chi cosa quale quali come quando dove
    quanto non piu gia anche ancora dentro fammi puoi puo posso potresti vorrei voglio serve bisogno devo deve favore grazie ciao salve se
    qualcosa qualcuno niente ogni tutto tutta tutti tutte stato stata sia cui po`,
  pt: `o a os as um uma uns umas de do da dos das d e ou mas com para pra pro pros pras por pelo pela pelos pelas em no na
    nos nas num numa ao aos sobre sem entre desde ate e sao esta estao era ser estar foi tem temos tenho ha eu tu ele ela
    voce voces nos eles elas me te se lhe meu minha meus minhas teu seu sua seus suas nosso nossa nossos nossas este esta
    isto esse essa isso esses essas aquele aquela aquilo que qual quais quem como quando onde quanto nao sim mais ja muito
    tambem pode podes posso poderia quero queria preciso precisa favor obrigado obrigada ola oi gostaria algo alguem nada
    todo toda cada porque so la ai aqui la`,
  zh: `的 了 吗 呢 吧 啊 我 你 您 他 她 它 们 我们 你们 他们 这 那 这个 那个 这些 那些 这里 那里 请 帮 帮我 帮忙 给 把 被 在 是 有 和 与 或 及 跟 对 从 到 向
    就 都 也 还 再 要 想 想要 需要 能 可以 能不能 可不可以 会 一下 一个 一条 一份 一封 一张 个 条 份 封 张 里 里面 上 下 中 内 为 以 用 让 叫 怎么 怎样 什么 如何
    关于 麻烦 谢谢 你好 地 得 着 过 所 之 去 来 不 没 没有 很 太 最 只 又 才 并 然后 一些 某 每 每个 哪个 哪 几篇 篇 支 家 处 次 句 件 先 本 项 各 各自 一遍 剩 其 其他 某个 该 前 后 时 时候 别 首 例 款 台 家 报`,
  ja: `の に を は が で と も へ や か から まで より ください 下さい ほしい 欲しい して した する しよう したい します しました してる している してください
    って て た だ です ます ました ません ない なかった ある あります いる います この その あの これ それ あれ ここ そこ あそこ 私 僕 俺 あなた お ご 何 教え
    よう こと もの とき ため など だけ たち さん くん 様 ちゃん なに どう ね よ な さ れ られ せ させ そして それから また いい 良い お願い おねがい
    お願いします くれる もらえる もらい たい という ついて 中 内 向け 用 うち 残り みたい らしい やつ ちょっと 先 方 分`,
  ru: `и в во не на с со к ко у о об от до из за для по под над при без через между что как кто где когда это этот эта эту
    эти этого этой тот та ту те того той а но или же ли бы б я ты он она оно мы вы они меня мне мной тебя тебе его ее ему
    ей нас нам вас вам их им мой моя мое мою моего моей моем твой наш наша нашу нашей наше нашем ваш свой свою своего быть
    есть был была было были будет все всё всех так там тут здесь уже еще только очень можно нужно надо хочу хочется могу
    можешь можете пожалуйста спасибо привет помоги помогите какой какая какое какие каком чтобы если то ни нет да про ну
    себя себе кого чего чем который которая которые которое`,
  ar: `في من على الى عن مع هذا هذه ذلك تلك هنا هناك الذي التي الذين ما ماذا هل كيف لماذا اي ان انا انت هو هي نحن هم لي لك له
    لها لنا و او ثم لكن قد كان كانت يكون لا لم لن ليس غير عند عندي لدي حتى اذا كل بعض بين قبل بعد فوق تحت من_فضلك فضلك رجاء
    ارجو اريد احتاج يمكن يمكنك ممكن شكرا مرحبا يا الذى منذ خلال حول هناك اليها اليه عليه عليها منها منه فيها فيه به بها باني انه انها`,
};

/** The English function words, which are evidence against every other language. */
export const ENGLISH_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/));

/** Function words that are no evidence, because they are also names or words of English requests. */
export const LOOKALIKES: ReadonlySet<string> = new Set(
  'comment ai ci os al es todo mia noi la el si per l d n s c m t j'.split(' '),
);

const sets = new Map<Language, ReadonlySet<string>>();

export function functionWordsOf(language: Language): ReadonlySet<string> {
  let set = sets.get(language);
  if (!set) {
    set = new Set(FUNCTION_WORDS[language].split(/\s+/).map(plainLetters));
    sets.set(language, set);
  }
  return set;
}

export const LATIN_LANGUAGES: readonly LatinLanguage[] = ['de', 'fr', 'es', 'it', 'pt'];
