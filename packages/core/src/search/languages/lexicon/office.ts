/** Mail, calendars, files, chats, tasks and design. The columns are explained in `columns.ts`. */
export const OFFICE: string = `
email mail|mail mails email emails e-mail|mail mails email courriel e-mail|correo correos email mail|mail email posta|email emails mail e-mail|邮件 电子邮件 邮箱|メール 電子メール|письм почт мейл имейл емейл|بريد ايميل رساله_بريد
inbox|posteingang|boite_reception|bandeja_entrada|posta_arrivo inbox|caixa_entrada|收件箱|受信トレイ 受信箱 受信ボックス|входящ|صندوق_وارد
mailbox|postfach|boite_mail boite_commune boite_lettre|buzon|casella casella_posta|caixa_correio|邮箱|メールボックス|почтов_ящик ящик|صندوق_بريد
draft|entwurf entwurf|brouillon|borrador|bozza bozze|rascunho|草稿|下書き ドラフト|черновик|مسوده
attachment|anhang anhange|piece_jointe pieces_jointes pj|adjunto|allegat|anexo|附件|添付ファイル 添付|вложен|مرفق مرفقات
spam|spam|spam indesirable|spam no_deseado|spam|spam|垃圾邮件|迷惑メール スパム|спам|بريد_مزعج
trash|papierkorb|corbeille poubelle|papelera|cestino|lixeira lixo|回收站 垃圾箱|ゴミ箱|корзин|سله_محذوفات سله_مهملات
recipient|empfanger|destinataire|destinatari|destinatari|destinatari|收件人|宛先 受信者|получател|مستلم
sender|absender|expediteur|remitente|mittente|remetente|发件人|送信者 差出人|отправител|مرسل
subject|betreff|objet|asunto|oggetto|assunto|主题|件名|тем|موضوع
unread|ungelesen|non_lu|no_leid sin_leer|non_letto non_letti|nao_lido nao_lida|未读|未読|непрочитан|غير_مقروء
newsletter|newsletter rundbrief|newsletter infolettre|boletin|newsletter|newsletter boletim|新闻通讯 简报|メルマガ ニュースレター|рассылк|نشره
campaign|kampagne|campagne|campana|campagna|campanha|活动 营销活动|キャンペーン|кампани|حمله
message|nachricht|message|mensaje|messaggi|mensagem mensagens|消息 信息 留言|メッセージ|сообщен|رساله رسائل
chat conversation|chat unterhaltung gesprach|discussion conversation chat|conversacion chat|conversazion chat|conversa chat|聊天 对话 会话|会話 チャット|чат разговор беседа|محادثه دردشه
channel|kanal|canal salon|canal|canale canali|canal canais|频道|チャンネル チャネル|канал|قناه
thread|thread strang|fil. fils|hilo|thread discussione|thread topico|主题帖 帖子|スレッド|тред ветка_обсужд|سلسله
room channel|raum|salle salon|sala|stanza sala|sala|房间 会议室|部屋 ルーム 会議室|комнат|غرفه
forum|forum|forum|foro|forum|forum|论坛|フォーラム|форум|منتدى
reaction emoji|reaktion emoji|reaction emoji|reaccion emoji|reazion emoji|reac emoji|表情|リアクション 絵文字|реакци эмодзи|تفاعل رمز_تعبيري
comment|kommentar|commentaire|comentario|comment|comentario|评论 留言 意见|コメント|комментари|تعليق تعليقات
reply|antwort|reponse|respuesta|risposta risposte|resposta|回复|返信 返事|ответ|رد
note|notiz|note|nota apunte|nota note. appunt|nota anotac|笔记 便签 备注|ノート メモ|заметк|ملاحظه ملاحظات
memo|memo|memo|memo|memo promemoria|memo|备忘录|メモ|памятк|مذكره
document|dokument|document|documento|document|documento|文档 文件|文書 ドキュメント 書類|документ|مستند وثيقه مستندات
file|datei|fichier|archivo fichero|file|arquivo ficheiro|文件|ファイル|файл|ملف ملفات
folder|ordner|dossier|carpeta|cartell|pasta|文件夹|フォルダ フォルダー|папк|مجلد مجلدات
directory folder|verzeichnis|repertoire|directorio|directory|diretorio|目录|ディレクトリ|каталог директори|دليل
drive|laufwerk|lecteur|unidad|unita drive|drive unidade|云盘 网盘 驱动器|ドライブ|диск|
upload|upload|televersement|subida|caricament|envio|上传|アップロード|загрузк|
spreadsheet|tabellenkalkulation tabelle|tableur feuille_calcul|hoja_calculo|foglio_calcolo|planilha folha_calculo|电子表格 表格|スプレッドシート 表計算|таблиц|جدول_بيانات جدول
sheet|blatt tabellenblatt|feuille|hoja|foglio|planilha folha|工作表|シート|лист|ورقه
cell|zelle|cellule|celda|cella celle|celula|单元格|セル|ячейк|خليه
formula|formel|formule|formula|formula|formula|公式|数式|формул|معادله صيغه
presentation slides|prasentation folie|presentation diapo|presentacion diapositiv|presentazion diapositiv slide|apresentac slide|演示文稿 幻灯片|プレゼン スライド|презентац слайд|عرض_تقديمي شريحه
pdf|pdf|pdf|pdf|pdf|pdf|PDF|PDF|пдф|بي_دي_اف
calendar|kalender|calendrier agenda|calendario agenda|calendari agenda|calendario agenda|日历 日程|カレンダー 予定表|календар|تقويم روزنامه
event|termin veranstaltung|evenement rendez_vous|evento cita|evento eventi appuntament|evento compromisso|日程 活动 事件|予定 イベント|событи мероприят|موعد حدث فعاليه
meeting|besprechung meeting treffen sitzung|reunion|reunion junta|riunion|reuniao reunioes|会议 开会|会議 ミーティング 打ち合わせ 打合せ|встреч совещан созвон митинг|اجتماع اجتماعات
appointment|termin|rendez_vous rdv|cita|appuntament|compromisso consulta|预约 约会|予約 アポ|прием встреч|موعد مواعيد
schedule|zeitplan plan fahrplan|planning emploi_temps horaire|horario programac|programma orario|cronograma horario agenda|日程 时间表 计划|スケジュール 予定|расписан график|جدول مواعيد
reminder|erinnerung|rappel|recordatorio|promemoria|lembrete|提醒|リマインダー|напоминан|تذكير
invitation|einladung|invitation|invitacion|invit|convite|邀请|招待|приглашен|دعوه
attendee participant|teilnehmer|participant|asistente participante|partecipant|participante|参会者 参与者|参加者 出席者|участник|مشارك حضور
availability free busy|verfugbar frei|disponibil libre|disponib libre|disponib liber|disponib livre|空闲 有空|空き 空いて|свобод доступност|متاح فراغ
task|aufgabe todo|tache|tarea|attivita compito|tarefa|任务 待办 待办事项|タスク 作業|задач дело дела|مهمه مهام
to-do list|aufgabenliste todo_liste|liste_tache|lista_tareas lista_pendientes|lista_cose_fare cose_fare|lista_tarefas|待办清单 待办事项列表|やることリスト ToDoリスト|список_дел|قائمه_مهام
subtask|unteraufgabe teilaufgabe|sous_tache|subtarea|sottoattivit sottotask|subtarefa|子任务|サブタスク|подзадач|مهمه_فرعيه
project|projekt|projet|proyecto|progett|projeto|项目|プロジェクト 案件|проект|مشروع مشاريع
board|board tafel|tableau|tablero|bacheca lavagna board|quadro|看板 面板|ボード|доск|لوحه
card|karte|carte|tarjeta|carta scheda|cartao|卡片|カード|карточк|بطاقه
section|abschnitt bereich|section|seccion|sezion|sec secoes|分区 章节|セクション|раздел секци|قسم
milestone|meilenstein|jalon milestone|hito|milestone traguardo|marco|里程碑|マイルストーン|веха майлстоун|معلم
sprint|sprint|sprint|sprint|sprint|sprint|冲刺 迭代|スプリント|спринт|سباق
cycle|zyklus|cycle|ciclo|ciclo|ciclo|周期|サイクル|цикл|دوره
roadmap|roadmap fahrplan|feuille_route|hoja_ruta|roadmap|roadmap roteiro|路线图|ロードマップ|роадмап|خارطه
goal|ziel|objectif but|objetivo meta|obiettiv|objetivo meta|目标|目標 ゴール|цель цели|هدف اهداف
priority|prioritat dringlichkeit|priorite|prioridad|priorit|prioridad|优先级|優先度|приоритет|اولويه
deadline due date|frist falligkeit stichtag|echeance date_limite|fecha_limite vencimient plazo|scadenz|prazo vencimento|截止日期 期限 到期|期限 締め切り 締切|срок дедлайн|موعد_نهائي
overdue|uberfallig|retard|vencid atrasad|scadut|atrasad vencid|逾期 过期|期限切れ 遅れ|просроч|متاخر
assignee|zustandig bearbeiter|assigne responsable|responsable asignado|assegnatari responsabil|responsavel|负责人 经办人|担当者 担当|исполнител ответствен|مسؤول
backlog|backlog|backlog|backlog|backlog|backlog|待办列表 积压|バックログ|бэклог|
epic|epic|epopee epic|epica|epic|epico|史诗|エピック|эпик|
team|team mannschaft|equipe|equipo|squadra team|equipe time|团队 小组 球队|チーム|команд|فريق فرق
member|mitglied|membre|miembro|membr|membro|成员 会员|メンバー|участник член|عضو اعضاء
user|benutzer nutzer anwender|utilisateur|usuario|utent|usuario utilizador|用户|ユーザー ユーザ 利用者|пользовател|مستخدم مستخدمين
people|leute personen menschen|gens personnes|personas gente|persone|pessoas|人 人员|人 みんな|люд|اشخاص ناس
person|person|personne|persona|persona|pessoa|人|人|человек|شخص
contact|kontakt|contact|contacto|contatt|contato|联系人|連絡先|контакт|جهه_اتصال جهات_اتصال
customer|kunde kundin|client|cliente|cliente clienti|cliente|客户 顾客|顧客 お客様 お客さん|клиент заказчик|عميل عملاء زبون
company|firma unternehmen|entreprise societe|empresa|aziend societa|empresa|公司 企业|会社 企業|компани фирм|شركه شركات
organization|organisation|organisation|organizac|organizzaz|organizac|组织 机构|組織|организац|منظمه مؤسسه
department|abteilung|departement service|departamento|reparto dipartiment|departament setor|部门|部署|отдел|قسم
employee|mitarbeiter angestellt|employe salarie|empleado|dipendent|funcionari|员工|社員 従業員|сотрудник|موظف موظفين
manager boss|chef vorgesetzt leiter|chef responsable patron manager|jefe gerente|capo respons|chefe gerente|经理 领导 老板|上司 マネージャー|начальник руководител менеджер|مدير
colleague|kolleg|collegue|colega companer|collega colleghi|colega|同事|同僚|коллег|زميل زملاء
group|gruppe|groupe|grupo|grupp|grupo|群组 群 组|グループ|групп|مجموعه
account|konto|compte|cuenta|account conto|conta|账户 账号 帐号|アカウント 口座|аккаунт учетн_запис счет|حساب حسابات
profile|profil|profil|perfil|profilo|perfil|个人资料 档案|プロフィール|профил|ملف_شخصي
workspace|arbeitsbereich|espace_travail|espacio_trabajo|area_lavoro spazio_lavoro|espaco_trabalho|工作区 工作空间|ワークスペース|рабоч_пространств воркспейс|مساحه_عمل
space|raum bereich|espace|espacio|spazio|espaco|空间|スペース|пространств|مساحه
page|seite|page|pagina|pagina|pagina|页面 页|ページ|страниц|صفحه
block|block|bloc|bloque|blocco|bloco|块 区块|ブロック|блок|كتله
list|liste|liste|lista|lista|lista|列表 清单|リスト 一覧|список|قائمه
item|element eintrag artikel|element article|elemento articulo|elemento voce articol|item itens|项目 条目 物品|アイテム 項目|элемент пункт|عنصر
category|kategorie|categorie|categoria|categori|categoria|类别 分类|カテゴリ カテゴリー|категори|فئه تصنيف
status|status stand|statut|estado|stato|status|状态|ステータス 状態|статус|حاله
version|fassung version|version|version|version|versao|版本|版 バージョン|верси|نسخه
copy|kopie|copie|copia|copia|copia|副本|コピー 写し|копи|نسخه
title|titel|titre|titulo|titol|titulo|标题|タイトル 題名|заголов назван|عنوان
name|name namen|nom noms|nombre|nome nomi|nome|名称 名字 名|名前 名|имя названи|اسم اسماء
description|beschreibung|description|descripcion|descrizion|descric|描述 说明|説明|описан|وصف
text|text|texte|texto|testo testi|texto|文本 文字|テキスト 文章|текст|نص نصوص
content|inhalt|contenu|contenido|contenut|conteudo|内容|内容 中身|содержан содержим контент|محتوى
details|details einzelheit|details|detalle|dettagl|detalhe|详情 细节 详细|詳細|детал подробн|تفاصيل
information|info infos information|information info infos renseign|informacion info|informazion info|informac info|信息 资料|情報|информац|معلومات
summary|zusammenfassung|resume|resumen|riassunto riepilog|resumo|摘要 总结|要約 まとめ|сводк резюме|ملخص
report|bericht|rapport|informe reporte|rapporto relazion report|relatorio|报告 报表|レポート 報告書|отчет|تقرير تقارير
survey|umfrage|sondage enquete|encuesta|sondaggio|pesquisa enquete|问卷 调查|アンケート|опрос|استبيان استطلاع
poll|umfrage abstimmung|sondage|encuesta votacion|sondaggio|enquete|投票|投票|опрос|استطلاع
question|frage|question|pregunta|domand|pergunta duvida|问题 提问|質問|вопрос|سؤال اسئله
answer|antwort|reponse|respuesta|risposta|resposta|答案|回答 答え|ответ|اجابه جواب
idea|idee|idee|idea|idea|ideia|想法 创意|アイデア|иде|فكره
plan|plan|plan|plan planes|piano|plano|计划 方案|計画 プラン|план|خطه
invoice|rechnung|facture|factura|fattur|fatura|发票 账单|請求書 インボイス|счет счет_фактур инвойс|فاتوره فواتير
receipt|quittung beleg|recu|recibo|ricevut scontrin|recibo|收据|領収書 レシート|чек квитанц|ايصال
contract|vertrag|contrat|contrato|contratt|contrato|合同|契約|договор контракт|عقد
offer quote|angebot|devis offre|oferta presupuesto|offert preventiv|oferta orcamento|报价 优惠|見積 オファー|предложен|عرض
lead|lead interessent|prospect|prospecto lead|lead|lead|线索 潜在客户|リード 見込み客|лид|عميل_محتمل
deal opportunity|deal geschaft|affaire opportunite|oportunid trato negocio|opportunit trattativ|oportunid negocio|商机 交易|商談 案件|сделк|صفقه فرصه
sales|verkauf vertrieb umsatz|vente ventes|venta|vendit|venda|销售|売上 営業 販売|продаж|مبيعات
marketing|marketing|marketing|marketing mercadeo|marketing|marketing|市场营销|マーケティング|маркетинг|تسويق
design|design entwurf|design maquette|diseno|design grafic|design|设计 设计稿|デザイン|дизайн макет|تصميم
frame|rahmen frame|cadre frame|marco frame|cornice frame|quadro frame|框架 画框|フレーム|фрейм рамк|اطار
layer|ebene|calque couche|capa|livell|camada|图层|レイヤー|сло|طبقه
shape|form|forme|forma|forma|forma|形状|図形 シェイプ|фигур|شكل
rectangle|rechteck|rectangle|rectangulo|rettangol|retangulo|矩形|長方形 四角|прямоугольник|مستطيل
circle|kreis|cercle|circulo|cerchi|circulo|圆形 圆|円|круг|دائره
color|farbe|couleur|color|color|cor cores|颜色|色 カラー|цвет|لون
background|hintergrund|arriere_plan fond|fondo|sfondo|fundo|背景|背景|фон|خلفيه
border stroke|rand rahmen|bordure contour|borde|bordo|borda|边框|枠線 線|границ обводк рамк|حد
corner radius|ecke eckenradius|coin rayon|esquina|angol|canto|圆角|角丸 角|угол скругл|زاويه
spacing|abstand|espacement|espaciad espacio|spaziatura spazio|espacament|间距|間隔 余白|отступ интервал|تباعد
font|schrift schriftart|police|fuente|font carattere|fonte|字体|フォント|шрифт|خط
size|grosse|taille|tamano|dimension grandezz|tamanho|大小 尺寸|サイズ 大きさ|размер|حجم
width|breite|largeur|ancho anchura|larghezz|largura|宽度|幅|ширин|عرض
height|hohe|hauteur|altura alto|altezz|altura|高度|高さ|высот|ارتفاع
position|position|position|posicion|posizion|posic|位置|位置|позици положен|موضع
icon|symbol icon|icone|icono|icona|icone|图标|アイコン|иконк значок|ايقونه
image picture|bild bilder|image photo|imagen imagenes|immagin|imagem imagens|图片 图像 图|画像 写真 イメージ|изображен картинк|صوره صور
photo|foto fotos|photo|foto|foto|foto|照片|写真|фото|صوره
video|video|video|video|video|video|视频 录像|動画 ビデオ|видео|فيديو
audio|audio ton|audio son|audio sonido|audio|audio|音频|音声 オーディオ|аудио звук|صوت
voice|stimme|voix|voz|voce|voz|语音 声音|声|голос|صوت
recording|aufnahme aufzeichnung|enregistrement|grabacion|registrazion|gravac|录音 录像|録音 録画|запись|تسجيل
transcript|transkript mitschrift|transcription|transcripcion|trascrizion|transcri|文字记录 转录|文字起こし 議事録|транскри расшифров|نص_مكتوب
call|anruf|appel|llamada|chiamat|chamada ligac|通话 电话|通話 電話|звонок|مكالمه
chart graph|diagramm|graphique diagramme|grafico diagrama|grafico diagramm|grafico diagrama|图表|グラフ 図 チャート|диаграмм график|مخطط رسم_بياني
pie chart|kreisdiagramm tortendiagramm|camembert|grafico_circular grafico_torta|grafico_torta|grafico_pizza|饼图|円グラフ|кругов_диаграмм|مخطط_دائري
bar chart|balkendiagramm saulendiagramm|histogramme graphique_barres|grafico_barras|grafico_barre istogramm|grafico_barras|柱状图 条形图|棒グラフ|столбчат_диаграмм|
line chart|liniendiagramm|courbe|grafico_lineas|grafico_linee|grafico_linhas|折线图|折れ線グラフ|линейн_график|
mind map|mindmap gedankenkarte|carte_mentale|mapa_mental|mappa_mentale|mapa_mental|思维导图 脑图|マインドマップ|ментальн_карт майндмап|خريطه_ذهنيه
flowchart|flussdiagramm|organigramme|diagrama_flujo|diagramma_flusso|fluxograma|流程图|フローチャート|блок_схем|
organization chart|organigramm|organigramme|organigrama|organigramma|organograma|组织结构图|組織図|оргструктур|هيكل_تنظيمي
link|verbindung|lien|enlace|collegament|link|链接|リンク|ссылк|رابط
knowledge base|wissensdatenbank|base_connaissance|base_conocimient|base_conoscenz|base_conheciment|知识库|ナレッジベース|баз_знан|قاعده_معرفه
language|sprache|langue langage|idioma lenguaje|lingua lingue linguaggi|idioma lingua linguagem|语言|言語|язык|لغه
out of office automatic reply|abwesenheit abwesenheitsnotiz|absence message_absence|fuera_oficina ausencia|fuori_ufficio assenz|ausencia resposta_automatica|自动回复 外出|不在 自動返信|автоответ отсутств|رد_تلقائي
signature|unterschrift signatur|signature|firma|firma|assinatura|签名|署名|подпис|توقيع
vacation holiday|urlaub ferien|vacance conge|vacacion|ferie vacanz|ferias|假期 休假|休暇|отпуск|اجازه عطله
support|support hilfe|support assistance aide|soporte ayuda asistencia|assistenza supporto aiuto|suporte ajuda|支持 客服|サポート|поддержк|دعم
feedback|ruckmeldung feedback|retour avis|comentarios opinion|feedback riscontro|feedback opiniao|反馈|フィードバック 意見|отзыв обратн_связ|ملاحظات
rule|regel|regle|regla|regola|regra|规则|ルール|правил|قاعده
owner|besitzer eigentumer inhaber|proprietaire|propietari dueno|proprietari|proprietari dono|所有者 拥有者|所有者 オーナー|владел|مالك
access rights|zugriffsrecht|droit_acces|derecho_acceso|diritto_accesso|direito_acesso|访问权限|アクセス権|прав_доступ|حقوق_وصول
direct report|unterstellt direkt_unterstellt|subordonne|subordinado|subordinat|subordinado|下属|部下|подчинен|
shopping list|einkaufsliste|liste_course|lista_compra|lista_spesa|lista_compra|购物清单|買い物リスト|список_покупок|قائمه_تسوق
`;
