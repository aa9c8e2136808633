/** Properties, times, quantities and places. The columns are explained in `columns.ts`. */
export const COMMON: string = `
new|neu neue neuen neues neuer|nouveau nouvelle nouvel nouveaux|nuevo nueva|nuovo nuova nuovi|novo nova|新的 新|新しい 新規|нов|جديد
old|alt alte alten altes|ancien vieux vieille|viejo antigu vieja|vecchi|antig velh|旧的 旧 老|古い 旧|стар|قديم
latest recent|neueste letzte letzten letzter letztes neuesten aktuell|dernier derniere recent recente|ultim recient reciente|ultim recent|ultim recent|最新 最近 最后|最新 最近 最後 直近|последн недавн свеж|اخير احدث اخر
first|erste ersten erster erstes|premier premiere|primer|prim|primeir|第一|最初|перв|اول
last|letzte letzten letzter|dernier derniere|ultim|ultim scors|ultim passad|上一 最后|最後 前回|последн прошл|اخر ماضي
next|nachste nachsten nachster|prochain prochaine suivant|proxim siguiente|prossim|proxim|下一 下个 下|次 来|следующ|قادم مقبل تالي
previous|vorherig vorige|precedent|anterior previ|precedent|anterior|上一个 之前|前 以前|предыдущ|سابق
current|aktuell derzeit gegenwartig|actuel courant|actual|attual corrent|atual|当前 现在 目前|現在 今|текущ|حالي
all|alle alles sammtlich|tous tout toutes toute|todo todos todas|tutti tutto tutte|todos todas tudo|所有 全部|すべて 全部 全て 全|все всех|كل جميع
open|offen offene offenen|ouvert|abiert|apert|abert|未关闭 打开的|未完了 オープン|открыт|مفتوح
closed|geschlossen|fermee|cerrad|chius|fechad|已关闭|完了した クローズ済|закрыт|مغلق
active|aktiv|actif active|activ|attiv|ativ|活跃 有效|有効 アクティブ|активн|نشط
pending|ausstehend offen wartend|attente|pendiente|sospes attesa|pendente|待处理 待|保留 未処理|ожидающ|معلق
running|laufend lauft laufenden|cours|ejecucion marcha|corso esecuzione|andamento execucao|正在运行 运行中|実行中|запущен работа|قيد_تشغيل
failed|fehlgeschlagen gescheitert|echoue|fallid fallad fallo|fallit|falh|失败的 失败|失敗した 失敗|упавш упал|فاشل فشل
broken|kaputt defekt|casse cassee panne|rot roto rota averiad|rott rotto guast|quebrad|坏了 坏|壊れ|сломан сломал битые|معطل مكسور
slow|langsam|lent lente|lent lento|lent lento|lent devagar|慢 缓慢|遅い 重い|медленн тормоз|بطيء بطء
fast|schnell|rapide vite|rapid|veloc|rapid|快|速い 早い|быстр|سريع
important|wichtig|important|important|important|important|重要|重要|важн|مهم
urgent|dringend eilig|urgent|urgent|urgent|urgent|紧急 加急|緊急 至急|срочн|عاجل
private|privat|prive privee|privad|privat|privad|私有 私人 私|非公開 プライベート|приватн закрыт личн|خاص
public|offentlich|public publique|public|pubblic|public|公开 公共|公開|публичн|عام
shared|geteilt gemeinsam freigegeben|commun|compartid|condivis|compartilhad|共享的 共享|共有の 共有|общ|مشترك
deleted|geloscht|supprimee|borrad eliminad|eliminat|excluid apagad|已删除|削除された|удаленн|محذوف
empty|leer leere leeren|vide|vaci|vuot|vazi|空的 空|空の 空|пуст|فارغ
free|frei kostenlos|libre gratuit|libre gratis|liber gratis gratuit|livre gratis gratuit|空闲 免费|空いて 無料|свободн бесплатн|مجاني فراغ
available|verfugbar|disponible|disponib|disponib|disponiv|可用 可用的|利用可能 使える|доступн|متاح متوفر
big large|gross grosse grossen|grand gros|grande|grande grandi|grande|大|大きい 大|больш|كبير
small|klein kleine kleinen|petit|pequen|piccol|pequen|小|小さい 小|маленьк|صغير
high|hoch hohe hohen|haut haute eleve|alta alto|alto alta|alta alto|高|高い 高|высок|عالي
low|niedrig niedrige|bas basse faible|baj|bass|baix|低|低い 低|низк|منخفض
red|rot rote roten|rouge|rojo roja|rosso rossa|vermelh|红色 红|赤い 赤|красн|احمر
green|grun grune|vert verte|verde|verde|verde|绿色 绿|緑|зелен|اخضر
blue|blau blaue|bleu bleue|azul|blu azzurr|azul|蓝色 蓝|青い 青|син|ازرق
gray|grau|gris|gris|grigi|cinza|灰色 浅灰|グレー 灰色|серы|رمادي
black|schwarz|noir|negr|ner nero|pret|黑色 黑|黒|черн|اسود
white|weiss|blanc|blanc|bianc|branc|白色 白|白|бел|ابيض
left|links linke|gauche|izquierd|sinistr|esquerd|左|左|лев|يسار
right|rechts rechte|droite|derech|destr|direit|右|右|прав|يمين
top|oben|haut|arriba|alto|topo|顶部 上面|上|верх|اعلى
bottom|unten|bas|abajo|basso|baixo|底部 下面|下|низ|اسفل
between|zwischen|entre|entre|tra|entre|之间|間|между|بين
today|heute heutig|aujourd_hui aujourd|hoy|oggi|hoje|今天 今日|今日 本日|сегодня|اليوم
tomorrow|morgen|demain|manana|domani|amanha|明天|明日|завтра|غدا
yesterday|gestern|hier|ayer|ieri|ontem|昨天|昨日|вчера|امس
now|jetzt|maintenant|ahora|adesso ora|agora|现在|今|сейчас|الان
week|woche wochen|semaine|semana|settiman|semana|星期 周 本周 这周 下周|週 今週 来週 先週|недел|اسبوع
weekly|wochentlich|hebdomadaire|semanal|settimanal|semanal|每周|毎週 週次|еженедел|اسبوعي
month|monat|mois|mes meses|mese mesi|mes meses|月 个月|月 今月 来月 先月|месяц|شهر
monthly|monatlich|mensuel|mensual|mensil|mensal|每月|毎月 月次|ежемесяч|شهري
year|jahr|annee an|ano anos|anno anni|ano anos|年|年|год лет|سنه عام
daily|taglich|quotidien|diari|giornalier quotidian|diari|每天 每日|毎日 日次|ежедневн|يومي
day|tag tage tagen|jour journee|dia|giorno giorni|dia|天 日|日|день дня дней|يوم
hour|stunde|heure|hora|ora ore|hora|小时|時間|час часов|ساعه
minute|minute|minute|minuto|minut|minuto|分钟|分|минут|دقيقه
monday|montag|lundi|lunes|lunedi|segunda_feira|周一 星期一|月曜|понедельник|اثنين
friday|freitag|vendredi|viernes|venerdi|sexta_feira|周五 星期五|金曜|пятниц|جمعه
recurring series|wiederkehrend serie|recurrent|recurrente|ricorrent|recorrent|定期 重复|定期 繰り返し|повторя регулярн|متكرر
morning|morgens vormittag|matin|manana|mattin|manha|早上 上午|朝 午前|утр|صباح
afternoon|nachmittag|apres_midi|tarde|pomerigg|tarde|下午|午後|днем|ظهر
evening|abend abends|soir|noche|sera|noite|晚上|夜|вечер|مساء
night|nacht nachts|nuit|noche|notte|noite|夜里 夜|夜|ноч|ليل
start time beginning|beginn anfang|debut|inicio comienzo|inizio|inicio comeco|开头 开始时间|開始時間 最初|начал|بدايه
end|ende|fin|fin final|fine|fim final|结尾 末尾 结束|最後 終わり 末尾|конец конц|نهايه
many|viele vielen|beaucoup|mucho|molt|muit|很多|たくさん 多く|мног|كثير
more|mehr|plus|mas|piu|mais|更多|もっと|больше|اكثر
most|meisten meiste|plupart|mayor mas|maggior|maior mais|最多|最も 一番|самы больше_всего|معظم
average|durchschnitt|moyen moyenne|promedio media|medi|media|平均|平均|средн|متوسط
total sum|summe gesamt insgesamt|total somme|total suma|total somma|total soma|总数 总共 总|合計 全体|итог сумм всего|مجموع اجمالي
maximum|maximal maximum|maximum|maximo|massimo|maximo|最大|最大|максим|اقصى
minimum|minimal minimum|minimum|minimo|minimo|minimo|最小|最小|миним|ادنى
same|gleich gleiche selbe|meme|mismo misma|stess|mesm|相同 一样|同じ|сам так_же|نفس
similar|ahnlich|similaire semblable|similar parecid|simil|semelhant parecid|类似 相似|似た 類似|похож|مشابه
different|andere anderen anderes anderer verschied|autre autres different|otro otra diferent distint|altro altra altri divers|outro outra diferent|其他 另一个 不同|別の 他の 違う|друг|اخر مختلف
duplicate|doppelt doppelte|doublon double|duplicad|duplicat doppion|duplicad|重复的 重复|重複|дубл|مكرر
missing|fehlt fehlend|manquant manque|falta faltante|mancant manca|falta faltando|缺少 丢失|足りない 欠け|отсутств не_хватает|مفقود ناقص
wrong|falsch falsche|faux fausse mauvais errone|incorrect mal equivocad|sbagliat errat|errad|错 不对|間違|неправильн неверн|خاطئ
correct|richtig korrekt|correct juste|correct|corrett giust|corret cert|正确|正しい|правильн верн|صحيح
ready|bereit|pret|list.|pronto|pronto|准备好|準備|готов|جاهز
done|erledigt fertig|terminee|hecho terminad|fatto fatta fatte fatti|feito conclu|已完成 完成|完了 済み|сделан готов|منجز
mine my assigned|meine mir_zugewiesen|mes_assigne|mis_asignad|assegnat_me|meus_atribu|我的 分配给我|自分の 私の|мои моих назначен_меня|لي
automatically|automatisch|automatique|automatic|automatic|automatic|自动|自動|автоматич|تلقائي
online|online|ligne|linea online|online|online|在线|オンライン|онлайн|متصل
offline down|offline down|hors_ligne|caido|giu offline|fora_ar|离线 宕机 挂了|オフライン 落ちて|офлайн лежит|متوقف
production|produktion produktiv live|production prod|produccion prod|produzion prod|produc prod|生产环境 生产|本番|продакшен проде прод|انتاج
who|wer wem wen|qui|quien quienes|chi|quem|谁|誰|кто кому|من_هو من_هم
when|wann|quand|cuando|quando|quando|什么时候 何时|いつ|когда|متى
where|wo wohin|ou|donde|dove|onde|哪里 在哪|どこ|где куда|اين
why cause|warum wieso weshalb|pourquoi|por_que|perche|por_que|为什么 为何|なぜ どうして|почему|لماذا
how many count|wieviele|combien|cuantos cuantas|quanti quante|quantos quantas|多少 几|いくつ 何個 何人|сколько|كم
`;
