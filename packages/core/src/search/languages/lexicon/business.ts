/** Infrastructure, business, web analytics and further actions. The columns are explained in `columns.ts`. */
export const BUSINESS: string = `
trigger|auslos lose_aus anstoss|declench|dispar activ|scaten avvia|dispar acion|触发|トリガー 発火|инициир запуст|شغل
simulate|simulier|simul|simul|simul|simul|模拟|シミュレ|симул имитир|حاك محاكاه
compress|komprimier|compress|comprim|comprim|comprim compact|压缩|圧縮|сожм сжат|اضغط
expire expired|ablauf abgelauf lauft_ab|expir|caduc expir venc|scad|expir venc|过期 到期|期限切れ 切れ|истек|انتهاء منته
renew|verlanger erneuer|renouvel|renov|rinnov|renov|续费 续期|更新 延長|продл|جدد تجديد
extend|verlanger|prolong|prolong extiend ampli|prolung estend|prolong estend|延长|延長|продл|مدد تمديد
postpone reschedule|verschieb verleg|report decal repouss|aplaz pospon reprogram|rimand spost|adi remarc|推迟 改期 延期|延期 リスケ|перенес отлож|اجل تاجيل
confirm|bestatig zusag|confirm|confirm|conferm|confirm|确认|承認 確定|подтвер|اكد تاكيد
decline|absag ablehn|declin refus|rechaz declin|declin rifiut|recus declin|拒绝 谢绝|辞退 断って|отклон|ارفض
redirect|umleit weiterleitung|redirig redirection|redirig redirecc|reindirizz|redirecion|重定向|リダイレクト 転送|перенаправ редирект|اعاده_توجيه
mute|stummschalt stumm|muet sourdine|silenci|silenzi muto|silenci mut|静音 禁言|ミュート|заглуш мьют|كتم
hide|versteck ausblend blende_aus|masqu cach|ocult escond|nascond|ocult escond|隐藏|隠して 非表示|скры спряч|اخف اخفاء
highlight|hervorheb|surlign|resalt|evidenz|destac|高亮 突出|ハイライト|выдел подсвет|ابرز
recommend suggest|empfehl empfiehl vorschlag|recommand suggere propos|recomend suger|consigli raccomand sugger|recomend suger indic|推荐 建议|おすすめ 推薦 提案|порекоменд посовет предлож|اقترح اوص
promote|befordern bewerb|promou|promocion|promuov|promov|推广 提升|昇格 宣伝|продвин продвиж|روج ترقيه
transcribe|transkribier verschriftlich|transcri|transcri|trascri|transcrev|转录 转写|文字起こし|расшифр транскриб|فرغ
detect|erkenn entdeck|detect|detect|rileva individu|detect|检测|検出|обнаруж|اكتشف كشف
identify|identifizier|identifi|identific|identific|identific|识别|特定 識別|определ идентиф|حدد
optimize|optimier|optimis|optimiz|ottimizz|otimiz|优化|最適化|оптимиз|حسن تحسين
improve|verbesser|amelior|mejor|miglior|melhor|改进 改善|改善|улучш|حسن تحسين
rewrite|umschreib umformulier|reecri reformul|reescrib|riscriv|reescrev|改写 重写|書き直 書き換え|перепи|اعد_كتابه
reorder rearrange|umsortier umordn|reordonn reorganis|reorden|riordin|reorden|重新排序|並び替え|переупоряд|
save money|spar einspar|econom|ahorr|risparmi|econom poup|节省 省钱|節約|сэконом эконом|وفر
lose lost|verlor verlier|perd|perd pierd|pers perd|perd|丢失|失く 失われ|потер|فقد
need require|benotig brauch|necessit|requier necesit|richied necessit|precis requer|需要|必要|требу нужн|يلزم
belong|gehor|appartien|pertenec|appart|pertenc|属于|属する|принадлеж относ|ينتمي تابع
contain|enthalt|contien contenu|contien|contien|contem|包含|含む|содерж|يحتوي
exist|existier vorhanden|exist|exist|esist|exist|存在|存在|существу|موجود موجوده
happen|passier geschieht|passe arriv|pas. paso pasando ocurr|success accad|acontec|发生|起き 発生|произо случи происход|حدث حصل
use|benutz verwend nutz|utilis|utiliz usar usamos|utilizz usa usiamo|utiliz usa usar|使用 用|使って 使う 利用|использ примен|استخدم
work functioning|funktionier|fonctionn marche|funcion|funzion|funcion|能用 正常工作|動いて 動作|работа|يعمل
cost|kost|coute|cuest|cost|cust|花费 多少钱|かかる|стоит|يكلف تكلف
hover|maus_uber|survol|pasa_raton|passa_mouse|passa_mouse passa_rato|悬停|ホバー|навед|
tap touch|antipp tipp|touche|toca toque|tocca|toque toca|点按|タップ|нажм тап|المس
swipe|wisch|balay glisse|desliza|scorri|deslize arrast|滑动|スワイプ|свайп смахн|
shut down turn off|herunterfahr ausschalt|etein arret|apag|spegn spent|deslig|关机 关掉|シャットダウン 電源を切|выключ|اطفئ ايقاف
turn on|einschalt anschalt|allum|encend enciend|accend|lig ligue|打开 开机|オンにして 電源を入れ|включ|شغل
migrate migration|migrier migration umzug|migr|migr|migr|migr|迁移|移行 マイグレーション|мигрир миграц|ترحيل هجره
clone|klon|clon|clon|clon|clon|克隆|クローン|клонир|استنسخ
compile|kompilier|compil|compil|compil|compil|编译|コンパイル|скомпил|
render|render|rendu|renderiz|renderizz|renderiz|渲染|レンダリング|рендер|
resource|ressource|ressource|recurso|risors|recurso|资源|リソース|ресурс|مورد موارد
region|region|region|region|region|regiao regioes|区域 地区|リージョン 地域|регион|منطقه
load balancer|lastverteiler loadbalancer|repartiteur_charge equilibreur|balanceador|bilanciatore|balanceador|负载均衡|ロードバランサー|балансировщик|موازن
gateway|gateway|passerelle|pasarela gateway|gateway|gateway|网关|ゲートウェイ|шлюз|بوابه
subnet|subnetz|sous_reseau|subred|sottorete|sub_rede subrede|子网|サブネット|подсет|
port|port ports|port ports|puerto|porta porte|porta|端口|ポート|порт порта|منفذ
ip address|ip_adress ip|adresse_ip ip|direccion_ip ip|indirizzo_ip ip|endereco_ip ip|IP地址|IPアドレス|айпи|عنوان_ip
ssh key|ssh_schlussel|cle_ssh|clave_ssh|chiave_ssh|chave_ssh|SSH密钥|SSH鍵|ключ_ssh|مفتاح_ssh
api key|api_schlussel|cle_api|clave_api|chiave_api|chave_api|API密钥|APIキー|апи_ключ|مفتاح_api
staging|staging|recette preprod|staging preproduccion|staging collaudo|homologac staging|预发布|ステージング|стейдж|
sandbox|sandbox|bac_sable sandbox|sandbox entorno_pruebas|sandbox|sandbox|沙盒 沙箱|サンドボックス|песочниц|صندوق_رمل
mock server|mock_server mock|mock simulacr|mock simulad|mock|mock|模拟服务|モック|мок мока|محاكي
test case|testfall|cas_test|caso_prueba|caso_test|caso_teste|测试用例|テストケース|тест_кейс кейс|حاله_اختبار
test cycle|testzyklus|cycle_test|ciclo_prueba|ciclo_test|ciclo_teste|测试周期|テストサイクル|тестов_цикл|
test plan|testplan|plan_test|plan_prueba|piano_test|plano_teste|测试计划|テスト計画 テストプラン|план_тест|خطه_اختبار
test suite|testsuite|suite_test|suite_prueba|suite_test|suite_teste|测试套件|テストスイート|набор_тест|مجموعه_اختبار
step|schritt|etape|paso|passagg|passo etapa|步骤|ステップ 手順|шаг|خطوه
approval|genehmigung freigabe|approbation|aprobacion|approvazion|aprovac|审批 批准|承認|согласован одобрени|موافقه
conflict|konflikt|conflit|conflict|conflitt|conflito|冲突|コンフリクト 競合|конфликт|تعارض
specification|spezifikation|specification|especificac|specific|especificac|规范 规格|仕様|спецификац|مواصفات
contract test|vertragstest|test_contrat|prueba_contrat|test_contratt|teste_contrat|契约测试|契約テスト|контракт_тест|
monitoring check|uberwachung|surveillance|supervis|monitoraggio|monitorament|监测|監視|мониторинг|مراقبه مراقبات
latency|latenz|latence|latencia|latenz|latencia|延迟|レイテンシ 遅延|задержк|كمون
traffic visitors|besucher zugriff|visiteur visite trafic|visitante visita trafico|visitator visite traffico|visitante visita trafego|访客 访问量 流量|訪問者 アクセス数|посетител трафик|زوار زياره
conversion|konversion conversion|conversion|conversion|conversion|convers|转化|コンバージョン|конверси|تحويل
open rate|offnungsrate|taux_ouverture|tasa_apertura|tasso_apertura|taxa_abertura|打开率|開封率|открываемост|معدل_فتح
growth|wachstum|croissance|crecimient|crescit|cresciment|增长|成長|рост|نمو
trend|trend entwicklung|tendance|tendencia|tendenz andament|tendencia|趋势|トレンド 推移|тренд|اتجاه
revenue sales|umsatz einnahm|chiffre_affaire revenu|ingreso factur|fatturat ricav|receita fatur|营收 收入|売上 収益|выручк доход|ايرادات دخل
profit|gewinn|benefice profit|benefici ganancia|profitt utile|lucro|利润|利益|прибыл|ربح
loss|verlust|perte|perdida|perdita|perda|亏损 损失|損失|убыт|خساره
target audience segment|zielgruppe segment|public_cible segment|segmento publico_objetivo|segmento pubblico|segmento publico_alvo|受众 人群 细分|セグメント 対象者|сегмент аудитор|شريحه جمهور
subscriber|abonnent|abonne|suscriptor|iscritt abbonat|assinante inscrito|订阅者|購読者 登録者|подписчик|مشترك
follower|follower|abonne|seguidor|follower|seguidor|粉丝 关注者|フォロワー|подписчик фоловер|متابع
like|like gefallt|aime like|me_gusta like|mi_piace like|curtida like|点赞|いいね|лайк|اعجاب
hashtag keyword|stichwort schlagwort hashtag|mot_cle hashtag|palabra_clave hashtag|parola_chiave hashtag|palavra_chave hashtag|关键词 话题|キーワード ハッシュタグ|ключев_слов хештег|كلمه_مفتاحيه
advertisement|anzeige werbung|publicite annonce|anuncio publicidad|pubblicita annuncio|anuncio publicidade|广告|広告|реклам|اعلان
job posting|stellenanzeige|offre_emploi|oferta_empleo|offerta_lavoro|vaga|招聘 职位|求人|ваканси|وظيفه_شاغره
competitor|konkurrent wettbewerb|concurrent|competidor competencia|concorrent|concorrente|竞争对手 竞品|競合|конкурент|منافس
lead source|quelle herkunft|source|fuente origen|fonte origine|fonte origem|来源|ソース 出所|источник|مصدر
pipeline deals|verkaufschanc|opportunite|oportunidad|opportunita|oportunidade|商机|商談|воронк|فرص
quote|angebot kostenvoranschlag|devis|cotizac|preventiv|orcament cotac|报价单|見積書 見積もり|смет|عرض_سعر
case|fall|dossier cas|caso|caso casi|caso|案例 个案|ケース|кейс обращен|حاله قضيه
object|objekt|objet|objeto|oggett|objeto|对象|オブジェクト|объект|كائن
tenant|mandant mieter|locataire tenant|inquilino|inquilin tenant|inquilino|租户|テナント|тенант арендатор|مستاجر
signup|anmeldung registrierung|inscription|inscripcion registro|iscrizione|inscric cadastro|注册|登録 申し込み|регистрац|تسجيل
onboarding|einarbeitung onboarding|integration accueil|incorporacion bienvenida|onboarding inseriment|integrac boas_vindas|入职 新手引导|オンボーディング|онбординг|تهيئه
payment method card|kreditkarte zahlungsmethode|carte_bancaire moyen_paiement|tarjeta_credito metodo_pago|carta_credito metodo_pagament|cartao_credito metodo_pagament|支付方式 信用卡|支払い方法 クレジットカード|способ_оплат банковск_карт|بطاقه_ائتمان
transaction|transaktion|transaction|transaccion|transazion|transac|交易|取引|транзакц|معامله
inventory level|lagerbestand|niveau_stock|nivel_inventario|giacenz|nivel_estoque|库存量|在庫数|остатк|مخزون
supplier vendor|lieferant|fournisseur|proveedor|fornitore|fornecedor|供应商|仕入先 業者|поставщик|مورد
shift|schicht|poste_travail|turno|turno turni|turno|班次|シフト|смен|ورديه
vacation request leave|urlaubsantrag|demande_conge|solicitud_vacacion|richiesta_ferie|pedido_ferias|请假|休暇申請|заявлен_отпуск|طلب_اجازه
screenshot picture|bildschirmaufnahme|image_ecran|imagen_pantalla|immagine_schermo|imagem_tela|屏幕截图|画面キャプチャ|снимок|
thumbnail|vorschaubild miniatur|vignette miniature|miniatura|miniatura anteprima|miniatura|缩略图|サムネイル|миниатюр превью|صوره_مصغره
preview|vorschau|apercu|vista_previa|anteprima|previa pre_visualiz|预览|プレビュー|предпросмотр превью|معاينه
poster banner|banner plakat|banniere affiche|banner cartel|banner manifest|banner cartaz|横幅 海报|バナー ポスター|баннер афиш|لافته
illustration drawing|illustration zeichnung|illustration dessin|ilustracion dibujo|illustrazion disegno|ilustrac desenho|插图 插画|イラスト|иллюстрац рисун|رسم
text field|textfeld|champ_texte|campo_texto|campo_testo|campo_texto|文本框|テキストフィールド|текстов_пол|حقل_نص
menu|menu|menu|menu|menu|menu|菜单|メニュー|меню|قائمه
dropdown option|auswahl option|option liste_deroulante|opcion desplegable|opzion tendina|opcao opcoes|选项 下拉|選択肢 ドロップダウン|опци вариант|خيار
checkbox|kontrollkastchen haken|case_cocher|casilla|casella_spunta|caixa_selec|复选框|チェックボックス|флажок галочк|
window|fenster|fenetre|ventana|finestra|janela|窗口|ウィンドウ|окно окна|نافذه
mouse|maus|souris|raton|mouse|mouse rato|鼠标|マウス|мыш|فاره
keyboard key|tastatur taste|clavier touche|teclado tecla|tastiera tasto|teclado tecla|键盘 按键|キーボード キー|клавиш клавиатур|لوحه_مفاتيح
console|konsole|console|consola|console|console|控制台|コンソール|консол|وحده_تحكم
network request|netzwerkanfrage|requete_reseau|peticion_red solicitud_red|richiesta_rete|requisicao_rede|网络请求|ネットワークリクエスト|сетев_запрос|طلبات_شبكه
emulator device|emulator|emulateur|emulador|emulatore|emulador|模拟器|エミュレータ|эмулятор|محاكي
accessibility|barrierefreiheit|accessibilite|accesibilidad|accessibilita|acessibilidade|无障碍|アクセシビリティ|доступност|
theme|thema design_vorlage|theme|tema|tema|tema|主题|テーマ|тем|سمه قالب
translation|ubersetzung|traduction|traduccion|traduzion|traduc|翻译 译文|翻訳|перевод|ترجمه
keyword search|stichwortsuche|recherche_mot|busqueda_palabra|ricerca_parol|pesquisa_palavr|关键词搜索|キーワード検索|поиск_ключев|
research paper|studie fachartikel|article_recherche|articulo_investigac|articolo_scientific|artigo_cientific|论文|研究論文|научн_стать|ورقه_بحثيه
summary report|kurzbericht|compte_rendu|resumen_ejecutivo|resoconto|resumo_executivo|总结报告|サマリー|отчет|تقرير_موجز
minutes of meeting notes|protokoll_besprechung sitzungsprotokoll|compte_rendu proces_verbal|acta acta_reunion|verbale|ata ata_reuniao|会议纪要|議事録|протокол_встреч протокол|محضر
agenda|tagesordnung|ordre_jour|orden_dia|ordine_giorno|pauta|议程|アジェンダ|повестк|جدول_اعمال
conference room|besprechungsraum konferenzraum|salle_reunion|sala_reunion|sala_riunion|sala_reuniao|会议室|会議室|переговорн|قاعه_اجتماع
working hours|arbeitszeit geschaftszeit|horaire_travail|horario_laboral|orario_lavoro|horario_trabalho|工作时间|勤務時間 営業時間|рабоч_врем|ساعات_عمل
opening hours|offnungszeit|horaire_ouverture|horario_apertura|orari_apertura|horario_funcionament|营业时间|営業時間|час_работ|ساعات_عمل
parking|parkplatz parken|parking stationn|aparcamiento estacionam|parcheggi|estacionament|停车|駐車|парковк|موقف
gas station|tankstelle|station_service essence|gasolinera|distributore benzina|posto_gasolina|加油站|ガソリンスタンド|заправк|محطه_وقود
fuel charging station|ladestation|borne_recharge|punto_recarga|colonnina|posto_recarga|充电桩 充电站|充電スタンド|зарядн_станц|محطه_شحن
subway|u_bahn ubahn|metro|metro|metropolitana|metro|地铁|地下鉄|метро|مترو
taxi|taxi|taxi|taxi|taxi|taxi|出租车 打车|タクシー|такси|تاكسي اجره
car|auto wagen|voiture|coche carro|auto macchina|carro|汽车 车|車|машин авто|سياره
rental|verleih miete|location louer|alquil|noleggi affitt|alug|租赁 出租|レンタル|аренд прокат|ايجار تاجير
museum sight|museum sehenswurdigkeit|musee|museo|museo|museu|博物馆 景点|博物館 観光|музе достопримечат|متحف
beach|strand|plage|playa|spiaggia|praia|海滩|ビーチ 海|пляж|شاطئ
sunny|sonnig sonne|soleil|soleado sol|sole soleggiat|sol ensolarad|晴|晴れ|солнечн|مشمس
wind|wind|vent|viento|vento|vento|风|風|ветер|رياح
unused orphaned|ungenutzt verwaist|inutilisee orphelin|huerfan sin_usar|inutilizzat orfan|orfao nao_utiliz|未使用 闲置|未使用|неиспольз|غير_مستخدم
verified|verifiziert|verifiee|verificad|verificat|verificad|已验证|確認済み|проверенн|موثق
critical|kritisch|critique|critic|critic|critic|严重 高危|重大 致命的|критич|حرج
visible|sichtbar|visible|visible|visibil|visiv|可见|表示された|видим|مرئي
hidden|verborgen|cachee masquee|oculto|nascost|ocult escondid|隐藏的|非表示|скрыт|مخفي
dark mode|dunkelmodus dunkel|mode_sombre sombre|modo_oscuro oscuro|modalita_scura scuro|modo_escuro escuro|深色模式 暗色|ダークモード|темн_тем темн|وضع_داكن
custom|benutzerdefiniert eigene eigenen eigener|personnalise|personalizad|personalizzat|personalizad|自定义|カスタム 独自|пользовательск кастом|مخصص
local|lokal|local locale|local|local|local|本地|ローカル|локальн|محلي
remote|entfernt remote|distant|remot|remot|remot|远程|リモート|удаленн|بعيد
mobile|mobil|mobile|movil|mobile cellulare|movel celular|移动 手机|モバイル スマホ|мобильн|جوال محمول
quick short|kurz kurze|court bref rapide|corto breve|breve cort|curt breve|简短 短|短い|коротк кратк|قصير موجز
long|lang lange|long longue|larg|lung|long|长|長い|длинн|طويل
strong best|beste besten|meilleur|mejor|miglior|melhor|最好 最佳|一番いい 最適|лучш|افضل
cheap|gunstig billig|pas_cher moins_cher|barat|economic conveniente|barat|便宜|安い|дешев|رخيص
expensive|teuer|cher|caro|caro costos|caro|贵 昂贵|高い|дорог|غالي
english|englisch|anglais|ingles|inglese|ingles|英文 英语|英語|английск|انجليزي الانجليزيه
saturday weekend|samstag wochenende|samedi weekend|sabado fin_semana|sabato fine_settimana|sabado fim_semana|周六 周末|土曜 週末|суббот выходн|سبت عطله_اسبوع
tuesday|dienstag|mardi|martes|martedi|terca_feira|周二 星期二|火曜|вторник|ثلاثاء
wednesday|mittwoch|mercredi|miercoles|mercoledi|quarta_feira|周三 星期三|水曜|сред|اربعاء
thursday|donnerstag|jeudi|jueves|giovedi|quinta_feira|周四 星期四|木曜|четверг|خميس
sunday|sonntag|dimanche|domingo|domenica|domingo|周日 星期天|日曜|воскресен|احد
january|januar|janvier|enero|gennaio|janeiro|一月|1月|январ|يناير
quarter|quartal|trimestre|trimestre|trimestre|trimestre|季度|四半期|квартал|ربع
half|halfte halb|moitie demi|mitad medio|meta mezzo|metade meio|一半|半分|половин|نصف
percent|prozent|pourcent pour_cent|por_ciento porciento|percento|por_cento|百分之|パーセント|процент|نسبه
amount|betrag menge|montant quantite|importe cantidad|importo quantita|valor quantidade|金额 数量|金額 量|сумм количеств|مبلغ كميه
list of open tasks to do|offene_aufgaben|taches_cours|tareas_pendientes|attivita_aperte|tarefas_abertas|未完成任务|未完了タスク|открыт_задач|مهام_مفتوحه
`;
