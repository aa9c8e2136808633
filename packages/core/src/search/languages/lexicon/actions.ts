/** What is to be done. The columns are explained in `columns.ts`. */
export const ACTIONS: string = `
create|erstell anleg erzeug angeleg generier setz_auf mach erstellst|cree creer creez creat genere generer faire fais fait|crea cree creo genera generar haz hacer hagas hace|crea creare creazione genera fai fare facc|cria crie criar crio gera gere gerar faz faca fazer|创建 新建 建立 建个 建一个 生成 做一个 开一个 建|作成 作って 作る 作り 作れ 新規作成 生成 立て 作|созда сдела сгенерир генерир завед завест|انشي انشاء انشا اصنع تكوين كون
add|hinzufug fug_hinzu erganz hinzu trag_ein eintrag rein ruck|ajout ajoute ajouter rajout mets_dans|anad agreg agrega incluy incorpor mete sum|aggiung aggiungi inserisc inseri|adicion acrescent inclui inclua bota|添加 增加 加上 加到 加一 加个 加入 新增 加|追加 加えて 加える 足して 入れて つけて 付けて|добав внес впиш|اضف اضاف ضف ادرج
list|auflist liste. aufliste zeig zeige anzeig aufzahl welche|list lister affich montr quels quelles quelle|list enumer mostr muestr cuales cuale ensen|elenc mostr lista. quali vedere|list mostr quais|列出 列表 列一下 显示 展示 有哪些 哪些|一覧 リスト 表示 列挙 見せて どれ どんな|покаж показ список перечисл вывед какие|اعرض عرض قائمه اسرد اظهر ارني اعطني ما_هي
get|hol hole abruf zeig gib bekomm besorg ruf_ab|recuper obten obteni donne donner|obten obteng consigu dame. traer trae recuper|ottien ottene dammi recuper prendi|obtem obter pega pegue pegar recuper|获取 得到 取得 拿到 给我 获得 取|取得 教えて 取ってきて ください|получ достан дай возьм|احصل جلب اجلب هات
read|lies lesen lese gelesen vorles|lis lire lisez lecture lit.|lee leer leeme lect|leggi legger lettur|le. ler leia leitur|读取 阅读 读 念|読み 読んで 読む 読んだ|чита прочт прочит|اقر قراءه اقرا
view|anseh ansicht angeseh betracht schau zeig_an|voir regard consult vue. visualis|ver. mira vista visualiz|vedi vista visualizz guard|ver. veja visualiz olha|查看 看看 看一下 看 浏览|見せて 見たい 見る 見て 閲覧 確認|посмотр смотр увид просмотр|شاهد عرض مشاهده
search|such suche durchsuch gesuch suchst recherch|cherch recherch|busc busqu|cerc ricerc|busc busqu procur pesquis|搜索 搜一下 搜 查询 检索 查找 查|検索 探して 探す 探し 調べて 調べ サーチ|поиск ищи искать найд поищ|ابحث بحث دور
find|find finde gefund auffind|trouv retrouv|encontr encuentr hall localiz|trov trova|encontr ach acha|找 找到 找出 寻找 找一下|見つけ 見つかる 探し|найт найд отыщ|جد اعثر ايجاد العثور
update|aktualisier update. pflege|mettre_jour mets_jour mise_jour mettez_jour actualis|actualiz|aggiorn|atualiz|更新 升级|更新 アップデート 最新に|обнов|حدث تحديث
edit|bearbeit editier uberarbeit|edit modifi|edit modific|modific edit|edit modific|编辑 修改|編集 修正 直して 変更|редактир правк отредактир исправ|حرر تعديل عدل تحرير
change|ander geander wechsel umstell stell_um setz|chang modifi remplac|cambi modific pon poner ponle|cambi modific mett imposta|mud alter troc coloc|改成 改为 更改 变更 改 换成 调整 设为|変更 変えて 変える にして 替えて|измен помен сдела смен|غير تغيير اجعل
set|setz einstell festleg stell_ein leg_fest|defin regl fixe configur met.|establec configur defin fij|imposta configur|defin configur|设置 设定 设为 设成|設定 セット|установ настро постав|اضبط ضبط تعيين عين
delete|losch entfern geloscht weg wegmach|supprim effac|elimin borr suprim|elimin cancell|exclu apag delet elimin|删除 删掉 删 清除|削除 消して 消す|удал стер сотр|احذف حذف امسح مسح
remove|entfern nimm_raus raus rauswerf|enlev retir supprim ot|quit retir elimin sac|rimuov togli rimoz|remov tir retir|移除 去掉 移出 拿掉|外して 取り除 除去 解除 外す|убер убра удал|ازل ازاله اخرج
send|send sende schick verschick geschick versend|envoi envoy|envi mand|invia invio inviar mand spedi|envi mand|发送 发给 发个 发一封 发一条 发封 发消息 寄 发|送信 送って 送る 送り 送付|отправ пошл посла шли|ارسل ارسال ابعث
reply|antwort beantwort antworte|repond repons|respond respuest contest|rispond rispost|respond respost|回复 答复 回信 回|返信 返事 返答 返して|ответ|رد الرد اجب
forward|weiterleit leit_weiter|transfer transmet|reenvi|inoltr|encaminh|转发|転送|перешл пересла|اعد_توجيه حول اعاده_توجيه
post|poste. veroffentlich schreib|publi post|public post|pubblic post|public post|发布 发帖 发到 发|投稿 書き込|опублик запост напиш|انشر نشر
write|schreib geschrieb verfass|ecri redig|escrib redact|scriv|escrev|写 撰写 写入 书写|書いて 書く 書き|напиш пиш|اكتب كتابه
save|speicher sicher abspeicher|enregistr sauvegard sauv|guard|salv|salv guard|保存 存到 存|保存 セーブ|сохран|احفظ حفظ
download|herunterlad runterlad lad_herunter lad_runter download. heruntergelad|telecharg|descarg baj|scaric|baix|下载|ダウンロード|скача загруз|نزل تنزيل حمل تحميل
upload|hochlad lad_hoch upload|televers|sub suba subir carg|carica caricar|envi sub carreg|上传|アップロード アップして|загруз залей выгруз|ارفع رفع
open|offn auf. aufmach geoffnet|ouvr ouvert|abr abir abier|apri apert apr|abr abert|打开 开启 开|開いて 開く 開き オープン|откр|افتح فتح مفتوح
close|schliess zumach geschloss mach_zu|ferm clos clot|cerr cierr|chiud chius|fech encerr|关闭 关掉 关上 关|閉じて 閉じる クローズ 終了|закр|اغلق اغلاق
start|start starte beginn|demarr lanc commenc|inici arranc empiez comienz|avvia inizi|inici comec|启动 开始 开启|開始 起動 始めて スタート|запуст начн старт|ابدا شغل بدء تشغيل
run|ausfuhr fuhr_aus lauf durchlauf lass_laufen|execut lanc tourn|ejecut corr lanz|esegu lanci|execut rod|运行 执行 跑一下 跑|実行 走らせ 動かして|выполн запуск запуст прогон|شغل نفذ تنفيذ
execute|ausfuhr|execut|ejecut|esegu|execut|执行|実行|выполн|نفذ
stop|stopp halt. anhalt beend|arret stopp|par deten|ferma arrest|par|停止 停掉 停|停止 止めて 止める|останов прекрат|اوقف ايقاف
restart|neustart neu_start starte_neu|redemarr relanc|reinici|riavvi|reinici|重启 重新启动|再起動 リスタート|перезапус|اعد_تشغيل اعاده_تشغيل
cancel|abbrech stornier absag abgesagt storno abbestell|annul|cancel anul|annull disdi|cancel anul|取消 撤销 作废|キャンセル 取り消 中止|отмен|الغ الغاء
pause|pausier anhalt|suspend|pausar|sospend paus|paus|暂停|一時停止|приостанов|اوقف_موقتا
resume|fortsetz|reprend reprise|reanud|riprend|retom|恢复 继续|再開|возобнов продолж|استانف
retry|wiederhol nochmal_versuch erneut|reessay relanc retent|reintent|riprov|repet tent_novamente|重试 再试|再試行 リトライ やり直|повтор|اعد_محاوله
move|verschieb beweg verschob umzieh|deplac boug|muev mov trasla pasa|spost|mov mova|移动 移到 移至 挪到 搬到|移動 移して 動かし|перемест перенес|انقل نقل
copy|kopier kopie|copi|copi|copi|copi|复制 拷贝|コピー 複製|копир скопир|انسخ نسخ
duplicate|duplizier|dupliqu|duplic|duplic|duplic|复制一份 副本 克隆|複製|дублир|كرر
rename|umbenenn benenn_um|renomm|renombr|rinomin|renome|重命名 改名|名前変更 リネーム 名前を変更|переимен|اعد_تسميه سم
assign|zuweis weis_zu zuteil ubertrag|assign attribu affect|asign|assegn|atribu design|分配 指派 分派|割り当 アサイン 担当に|назнач|عين اسند اسناد
unassign|zuweisung_entfern|desassign|desasign|rimuov_assegna|desatribu|取消分配|割り当て解除|снять_назнач|
share|teil teile freigeb gib_frei freigab|partag|compart|condivid|compartilh partilh|分享 共享|共有 シェア|подел поделит расшар доступ|شارك مشاركه
invite|einlad lad_ein eingelad|invit|invit|invit|convid|邀请|招待|приглас|ادع دعوه
join|beitret tritt_bei|rejoind|unir|unisc partecip|entra|加入|参加|присоедин вступ|انضم
leave|verlass austret|quitt|abandon sal|abbandon lasci esci|sai sair|离开 退出|退出 抜けて|покин выйд|غادر
merge|zusammenfuhr merge. fuhr_zusammen mergen mergt|fusionn merge|fusion combin|unisci fondi mergia merge|mescl fundi junt merge mergear|合并|マージ 統合|слия слей смерж объедин|ادمج دمج
split|aufteil teil_auf trenn|divis sepa scind|divid separ|divid separ|divid separ|拆分 分割|分割|раздел разби|قسم تقسيم
compare|vergleich|compar|compar|confront paragon|compar|比较 对比|比較 比べ|сравн|قارن مقارنه
check|pruf uberpruf check|verifi controle|comprueb comprob verific revis|controll verific|verific confer|检查 核对 查一下|確認 チェック 調べ|провер|تحقق افحص فحص
verify|verifizier bestatig|verifi|verific|verific|verific|验证 核实|検証|подтверд верифиц|تحقق
validate|validier gultig|valid|valid|valid|valid|校验 验证|検証 妥当|валид провер|تحقق صحه
test|test. teste getestet|test.|prueb prob|prova test|test|测试|テスト 試して|тест|اختبر اختبار
analyze|analysier auswert|analys|analiz|analizz|analis|分析|分析 解析|анализ проанализ|حلل تحليل
review|uberpruf durchseh review|revoi relecture relis|revis|rivedi revision|revis|审查 审核 评审|レビュー 査読|ревью обзор|راجع مراجعه
approve|genehmig freigeb zustimm|approuv|aprueb aprob|approv|aprov|批准 通过 同意|承認|одобр утверд|وافق الموافقه
reject|ablehn lehn_ab|refus rejet|rechaz|rifiut|rejeit recus|拒绝 驳回|却下 拒否|отклон|ارفض رفض
accept|annehm akzeptier nimm_an|accept|acept|accett|aceit|接受|承諾 受け入れ|прим принят|اقبل قبول
subscribe|abonnier|abonn|suscrib|iscriv abbon|inscrev assin|订阅|購読|подпис|اشترك
unsubscribe|abbestell abmeld|desabonn desinscri|cancel_suscri|disiscriv|cancelar_inscri|退订 取消订阅|購読解除 配信停止|отпис|الغ_اشتراك
follow|folg|suiv|sigu segu|segu|segu sigo|关注 跟踪|フォロー|подпис следи|تابع متابعه
watch|beobacht uberwach|surveill|vigil|osserv|observ|观察 监视|監視 ウォッチ|наблюд следи|راقب
monitor|uberwach|surveill|monitor supervis|monitor|monitor|监控 监测|監視 モニタ|монитор|راقب مراقبه
track|verfolg nachverfolg|suivi. suivre|rastre seguim|tracci|rastre acompanh|追踪 跟踪|追跡|отслеж|تتبع
log|protokollier|journalis|registr|registr|registr|记录 登记|記録|запис|سجل تسجيل
notify|benachrichtig|notifi prevenir previen avert|notific avis|notific avvis avvert|notific avis|通知 告知 告诉|通知 知らせ 伝えて|уведом сообщ извест|اخطر اشعر ابلغ
remind|erinner|rappel|record recuerd|ricord|lembr|提醒|リマインド 思い出|напомн|ذكر تذكير
schedule|plan plane einplan ansetz terminier|planifi programm prevoi|program agend planific|pianific programm fiss|agend program marc|安排 预定 排期 预约|予定 スケジュール 予約|заплан назнач|جدول جدوله حدد_موعد
book|buch buche reservier|reserv|reserv|prenot|reserv|预订 订 预约|予約|заброн брон|احجز حجز
order|bestell|command|pide pedir encarg ped|ordin|ped encomend|订购 下单|注文|закаж заказ|اطلب طلب
buy|kauf|achet|compr|compr acquist|compr|购买 买|購入 買って 買い|куп покуп|اشتر شراء
pay|bezahl zahl|pay paie|pag|pag|pag|支付 付款|支払|оплат плат|ادفع دفع
refund|erstatt ruckerstatt|rembours|reembols devolv|rimbors|reembols|退款|返金|возврат вернуть_деньги|رد_مبلغ استرداد
convert|umwandl konvertier wandl|convert transform|convert conviert transform|convert trasform|convert transform|转换 转成 转为 变成|変換|конверт преобраз переве|حول تحويل
translate|ubersetz|tradui traduct|traduc traduzc|traduc|traduz|翻译 译成|翻訳 訳して|перевед перевод|ترجم ترجمه
summarize|zusammenfass fass_zusammen|resum|resum|riassum|resum|总结 概括 摘要|要約 まとめ|резюм кратк обобщ|لخص تلخيص ملخص
extract|extrahier herauszieh|extrai extray|extra|estra|extra|提取 抽取|抽出 取り出|извлеч извлек|استخرج
export|exportier|export|export|esport|export|导出|エクスポート 書き出|экспорт выгруз|صدر تصدير
import|importier|import|import|import|import|导入|インポート 取り込|импорт|استورد استيراد
filter|filter filtr|filtr|filtr|filtr|filtr|筛选 过滤|フィルタ 絞り込|фильтр отфильтр|صف_حسب تصفيه
sort|sortier ordn|tri. trie trier|orden|ordin|orden|排序|並べ替え 並べ ソート|сортир отсортир|رتب ترتيب
group|gruppier|regroup|agrup|raggrupp|agrup|分组|グループ化 まとめて|группир|جمع
count|zahl zahle wie_viele wieviel anzahl|compt combien nombre|cuent contar cuant|cont. conta quant|cont. quant|统计 多少 几个 计数 数一下|数えて 何件 いくつ 件数|сосчит подсчит скольк количеств|عد كم عدد
calculate|berechn rechn ausrechn|calcul|calcul|calcol|calcul|计算 算|計算|вычисл посчит рассчит|احسب حساب
measure|mess|mesur|mid medir|misur|medi mec|测量|測定|измер|قس
estimate|schatz|estim|estim|stim|estim|估计 估算|見積|оцен|قدر
answer|beantwort antwort|repond|respond contest|rispond|respond|回答|答えて 回答|ответ|اجب جواب
ask|frag|demand|pregunt|chied domand|pergunt|问 询问|聞いて 尋ね 質問|спрос|اسال
explain|erklar|expliqu|explic|spieg|explic|解释 说明|説明|объясн|اشرح
describe|beschreib|decri|describ|descri|descrev|描述|説明 記述|опис опиш|صف وصف
fix|beheb reparier korrigier|corrig repar|arregl corrig repar|corregg ripar sistem|corrig consert arrum|修复 修正 修一下|修正 直して 直す|исправ почин|اصلح اصلاح
resolve|los. lose gelost erledig|resou resol|resuelv resolv|risolv|resolv|解决|解決|реш|حل
complete|abschliess erledig fertig abhak|termin acheve fini|complet termin acab|complet fini|complet conclu termin|完成 做完|完了 済み 終わ|заверш готов законч|اكمل انه انهاء
finish|fertig beend|fini termin|termin acab finaliz|fini termin|termin acab|完成 结束|終了 完了|законч|انه انهاء
submit|einreich abgeb|soumet soumis|entreg presen|invia presenta|envi submet|提交|提出 サブミット|отправ подат|قدم تقديم
request|anforder beantrag anfrag|demand|solicit pid|richied|solicit ped|请求 申请|依頼 申請 リクエスト|запрос|اطلب
report|meld melde bericht|signal|report inform|segnal|report inform|报告 举报 上报|報告 レポート|сообщ отчит|ابلغ بلغ
publish|veroffentlich publizier|publi|public|pubblic|public|发布 发表|公開 パブリッシュ|опублик публик|انشر نشر
unpublish|zuruckzieh|depubli|despublic|ritira|despublic|取消发布 下架|非公開|снять_публик|
deploy|bereitstell deploy ausroll stell_bereit|deploi|despleg desplieg|distribu deploy pubblic rilasc|implant deploy public|部署 上线|デプロイ 配備 リリース|развер разверн деплой задепл|انشر نشر
build|bau baue build|construi compil|constru compil|costru compil|constr compil|构建 编译|ビルド 構築|собер сборк|ابن بناء
install|installier|install|instal|install|instal|安装|インストール|установ|ثبت تثبيت
uninstall|deinstallier|desinstall|desinstal|disinstall|desinstal|卸载|アンインストール|деинсталл удалить_прог|
connect|verbind anschliess|connect|conect|connett colleg|conect|连接 接入|接続 つなげ 繋|подключ соедин|اتصل ربط
disconnect|trenn|deconnect|desconect|disconnett scolleg|desconect|断开|切断|отключ|افصل
link|verknupf verlink|li. lier relie|enlaz vincul|colleg|vincul lig|关联 链接|リンク 紐付け 関連付け|свяж связат|اربط ربط
attach|anhang anhang beifug hang_an|joind joins attach|adjunt|alleg|anex|附加 附上 附|添付|прикреп прилож|ارفق ارفاق
register|registrier anmeld|inscri enregistr|registr|registr|registr cadastr|注册 登记|登録|регистр зарегистр|سجل
login|anmeld einlogg logg_ein|connex connect_compte|inicia_sesion ingres|acced login|entrar login|登录 登陆|ログイン|войти вход|سجل_دخول تسجيل_دخول
logout|abmeld auslogg|deconnex|cerrar_sesion|disconnett esci|sair logout|退出登录 登出|ログアウト|выйти|سجل_خروج
sign|unterschreib signier|sign|firm|firm|assin|签署 签名|署名|подпис|وقع
enable|aktivier einschalt schalt_ein|activ|activ habilit|attiv abilit|ativ habilit|启用 开启 激活|有効 オンに|включ активир|فعل تفعيل
disable|deaktivier ausschalt schalt_aus abschalt|desactiv|desactiv deshabilit|disattiv disabilit|desativ desabilit|禁用 停用 关闭|無効 オフに|отключ выключ|عطل تعطيل
activate|aktivier|activ|activ|attiv|ativ|激活|有効化|активир|فعل
lock|sperr abschliess|verrouill bloqu|bloque cerr|blocc|bloque tranc|锁定 锁|ロック|заблокир блокир|اقفل قفل
unlock|entsperr|deverrouill|desbloque|sblocc|desbloque|解锁|ロック解除|разблок|
block|blockier|bloqu|bloque|blocc|bloque|屏蔽 阻止|ブロック|заблок|احظر حظر
archive|archivier|archiv|archiv|archivi|arquiv|归档 存档|アーカイブ|архив|ارشف ارشفه
restore|wiederherstell stell_wieder|restaur retabl|restaur recuper|ripristin|restaur|恢复 还原|復元 元に戻|восстанов|استعد استعاده
undo|ruckgangig|annul|deshac|annulla|desfaz|撤销 撤回|元に戻 取り消|отмен|تراجع
revert|zurucksetz setz_zuruck|revert annul|revert|ripristin|revert|回滚 还原|戻して リバート|откат|تراجع
reset|zurucksetz|reinitialis|reset restablec|reimpost|redefin|重置|リセット|сброс|اعد_تعيين
clear|leer leere|vide effac|limpi vaci|svuot pulisc|limp|清空 清除|クリア 消去 空に|очист|امسح افرغ
sync|synchronisier|synchronis|sincroniz|sincronizz|sincroniz|同步|同期|синхрон|زامن مزامنه
backup|sicher|sauvegard|respald copia_seguridad|backup|backup|备份|バックアップ|резервн бэкап|نسخه_احتياطيه
encrypt|verschlussel|chiffr|cifr encript|cifr crittograf|criptograf|加密|暗号化|шифр|شفر
scan|scann|scann|escan|scansion|escane varr|扫描|スキャン|скан|امسح
draw|zeichn|dessin|dibuj|disegn|desenh|画 绘制|描いて 描画|нарис рисов|ارسم رسم
design|gestalt entwerf|concev|disen|progett|projet|设计|デザイン 設計|дизайн|صمم تصميم
crop|zuschneid|recadr|recort|ritagli|recort|裁剪|切り抜 トリミング|обрез|قص
resize|grosse_ander skalier|redimension|redimension cambia_tamano|ridimension|redimension|调整大小 缩放|サイズ変更 リサイズ|размер_измен|
rotate|dreh|pivot|rot. rota gir|ruot|gir|旋转|回転|поверн|
click|klick|cliqu|clic pulsa|clic|clic|点击|クリック 押して|клик нажм|انقر اضغط
type|tipp eintipp eingeb|tap saisi|tecle escrib|digit|digit|输入 键入|入力|введ вводи|ادخل
fill|ausfull full_aus|rempli|rellen|compil riemp|preench|填写 填|記入 埋めて|заполн|املا تعبئه
scroll|scroll|defil|desplaz|scorr|rol|滚动|スクロール|прокрут|
navigate|navigier geh_auf|navigu va_sur|naveg|navig|naveg|导航 跳转|移動 ナビ|перейд|انتقل
visit|besuch|visit|visit|visit|visit|访问|訪問 アクセス|посет зайд|زر
select|auswahl wahl_aus markier|selection choisi|seleccion elig elij|selezion scegl|selecion escolh|选择 选中|選択 選んで|выбер выбор|اختر حدد تحديد
press|druck|appu|presion pulsa|prem|pression apert|按|押して|нажм|اضغط
drag|zieh|gliss|arrastr|trascin|arrast|拖|ドラッグ|перетащ|اسحب
wait|wart|attend|esper|attend aspett|esper|等待 等|待って|подожд|انتظر
record|aufnehm nimm_auf aufzeichn|enregistr|grab|registr|grav|录制 录|録画 録音|запиш|سجل
play|spiel abspiel|jou lecture|reproduc toca|riproduc suon|toc reproduz|播放 放|再生|воспроизв включ|شغل
convene|einberuf|convoqu|convoc|convoc|convoc|召集|招集|созв|
crawl|crawl durchforst|crawl explor|rastre|scansion|rastre|爬取 抓取|クロール|обойд|
scrape|auslesen abgreif|scrap aspir|scrap extra|scrap estra|rasp extra|抓取 爬|スクレイピング|парс спарс|
query|abfrag|requet interrog|consult|interrog|consult|查询|クエリ 問い合わせ|запрос|استعلام استعلم
insert|einfug fug_ein|inser|insert|inserisc|inser|插入|挿入|встав|ادرج
replace|ersetz|remplac|reemplaz sustitu|sostitu|substitu|替换 代替|置換 置き換え|замен|استبدل
append|anhang|ajoute_fin|anad_final|accod|anex|追加|追記|дописа|الحق
rate|bewert|not. note|calific valor|valut vota|avali|评分 评价|評価|оцен|قيم
vote|abstimm stimm|vot|vot|vot|vot|投票|投票|голос|صوت
react|reagier|reag|reaccion|reagi|reag|回应 点赞 表情回应|リアクション|реакц|تفاعل
mention|erwahn|mentionn|mencion|menzion|mencion|提到 提及|メンション 言及|упомян|اذكر
comment|kommentier kommentar|comment|coment|comment|coment|评论 留言 批注|コメント|комментир|علق تعليق
star|stern favorit|etoil|estrell|stell|estrel|收藏 加星 星标|スター|звезд|نجمه
pin|anheft anpinn|epingl|fij|fissa|fix|置顶 固定|ピン留め 固定|закреп|ثبت
mark|markier kennzeichn|marqu|marc|segna contrass|marc|标记 标为 标注|マーク 印 つけ|отмет помет|علم ضع_علامه
label|beschrift etikettier|etiquet label|etiquet|etichett|etiquet rotul|打标签 标签|ラベル|пометь метк|ضع_تصنيف
tag|verschlagwort|taggu etiquet|etiquet|tagga|marca tag|打标签|タグ付け タグ|тег|وسم
increase|erhoh vergross|augment agrandi|aument|aument|aument|增加 提高 加大|増やして 上げて|увелич|زد زياده
decrease|verringer reduzier senk|diminu redui reduc|reduc dismin baj|ridu diminu|diminu reduz|减少 降低|減らして 下げて|уменьш сниз|قلل تقليل خفض
limit|begrenz|limit|limit|limit|limit|限制|制限|огранич|حد
allow|erlaub|autoris perme|permit autoriz|permett autorizz|permit autoriz|允许|許可|разреш|اسمح السماح
grant|gewahr erteil|accord|conced otorg|conced|conced|授予 授权|付与|выда предостав|امنح منح
revoke|widerruf entzieh|revoqu|revoc|revoc|revog|撤销 吊销|取り消し 失効|отозв|الغ سحب
transfer|ubertrag uberweis|transfer vir|transfer|trasfer|transfer|转移 转账 转让|転送 譲渡 送金|передай перевес|حول نقل
retrieve|abruf|recuper|recuper|recuper|recuper|取回 获取|取得|получ|استرجع
rollback|zuruckroll|retour_arriere|revertir|rollback|reverter|回滚|ロールバック|откат|تراجع
scale|skalier|mets_echelle dimension|escal|scal|escal|扩容 缩放 扩展|スケール|масштаб|وسع
investigate|untersuch|enquet|investig|indag|investig|调查 排查|調査|расслед исслед|حقق
debug|debugg|debogu|depur|debug|depur|调试|デバッグ|отлад|
find out|herausfind finde_heraus|decouvr|averigu|scopri|descobr|弄清楚 了解|調べ|узна выясн|اعرف
`;
