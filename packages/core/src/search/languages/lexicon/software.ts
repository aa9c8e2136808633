/** Things of software development, data and cloud. The columns are explained in `columns.ts`. */
export const SOFTWARE: string = `
issue|problem. fehlermeld ticket vorgang|ticket incident demande_suivi anomalie|incidencia incidenc ticket|segnalazion ticket problema|incident chamado ticket|问题单 议题 工单 缺陷 问题 事项|課題 イシュー 不具合 チケット|тикет заявк инцидент ишью|تذكره مشكله بلاغ قضيه
bug issue|bug. bugs fehler|bug. bugs bogue|bug. bugs|bug. bugs|bug. bugs|缺陷 错误 漏洞 bug|バグ 不具合|баг|خلل خطا علل
ticket issue|ticket|ticket|ticket boleto|ticket|ticket bilhete|工单 票|チケット|тикет заявк|تذكره تذاكر
error|fehler|erreur|error. errores fallo|errore errori|erro. erros falh|错误 报错 出错 异常|エラー 障害 例外|ошибк|خطا اخطاء
failure fail|fehlgeschlag fehlschlag ausfall gescheiter schlug_fehl scheiter|echec echou plant panne|fall fallid|fallit fallimen guasto|falh|失败 故障 挂了|失敗 落ちた 落ちて|сбо падени упал провал неудач|فشل تعطل
crash|absturz absturz abgesturz|plantage plante|bloque cuelg crash|crash blocc|trav crash|崩溃|クラッシュ 落ちる|краш падени вылет|انهيار تعطل
exception|ausnahm exception|exception|excepcion|eccezion|excec|异常|例外|исключен|استثناء
warning|warnung|avertissement|advertenc|avviso avvertim|aviso|警告|警告|предупрежд|تحذير
incident|vorfall vorfall storung|incident|incident|inciden|inciden|事故 事件|インシデント 障害|инцидент|حادث
outage|ausfall storung|panne|caida|interruzion|queda|宕机 中断|障害 停止|сбой|انقطاع
problem issue|problem|probleme|problema|problem|problema|问题 毛病|問題|проблем|مشكله مشاكل
repository repo|repo repos repositor|depot repo repos|repositor repo repos|repositor repo repos|repositor repo repos|仓库 代码库 存储库|リポジトリ レポジトリ|репозитори репо|مستودع
pull request|pull_request pr prs|pull_request pr prs demande_tirage|pull_request pr prs|pull_request pr prs|pull_request pr prs|拉取请求 合并请求 PR|プルリクエスト プルリク PR|пулл_реквест пуллреквест pull_request пр|طلب_السحب طلب_سحب
merge request|merge_anfrag zusammenfuhrungsanfrag mr|demande_fusion mr|solicitud_fusion solicitud_merge mr|richiesta_merge richiesta_unione mr|pedido_merge solicitacao_merge mr|合并请求 MR|マージリクエスト MR|мерж_реквест запрос_слияние мр|طلب_الدمج طلب_دمج طلبات_الدمج
commit|commit commits|commit commits valid|commit commits confirmac|commit|commit|提交记录 提交|コミット|коммит|التزام كوميت ايداع
branch|branch zweig|branch|rama ramas branch|ramo rami branch|ramo branch|分支|ブランチ|ветк ветв|فرع فروع فرعي
tag|tag. tags schlagwort etikett|tag. tags etiquett|etiquet tag tags|tag etichett|tag tags etiquet|标签|タグ|тег метк|وسم وسوم
label|label etikett|etiquett label libell|etiquet label|etichett label|etiquet rotul marcador|标签|ラベル|метк ярлык лейбл|تصنيف ملصق
fork|fork|fork bifurc|fork bifurc|fork|fork bifurc|复刻 派生 fork|フォーク|форк|تفرع
release|release veroffentlich freigab|version. publication|lanzamient version|rilascio release|lancament versao release|发行版 发布版 版本|リリース|релиз выпуск|اصدار اصدارات
version|version|version|version|version|versao versoes|版本|バージョン 版|верси|نسخه اصدار
diff changes|unterschied diff anderung|diff. difference changement modification|diferenc cambios|differenz modifich|diferenc mudanc alterac|差异 改动 变更 区别|差分 変更点 違い|дифф различ разниц изменени|فروق تغييرات اختلاف
code|code quellcode quelltext|code|codigo|codice|codigo|代码 源码|コード ソースコード|код исходн|كود شيفره برمجي
source code|quellcode|code_source|codigo_fuente|codice_sorgente|codigo_fonte|源代码|ソースコード|исходн_код|
function|funktion|fonction|funcion|funzion|funcao funcoes|函数 功能|関数 機能|функци|داله وظيفه
class|klasse|classe|clase|classe|classe|类|クラス|класс|صنف فئه
method|methode|methode|metodo|metodo|metodo|方法|メソッド|метод|طريقه
variable|variable|variable|variable|variabil|variav|变量|変数|переменн|متغير
environment variable|umgebungsvariable|variable_environnement|variable_entorno|variabile_ambiente|variavel_ambiente|环境变量|環境変数|переменн_окружен|متغير_بيئه متغيرات_البيئه
environment|umgebung|environnement|entorno|ambient|ambient|环境|環境|окружен сред|بيئه
parameter|parameter|parametre|parametro|parametr|parametro|参数|パラメータ 引数|параметр|معامل
configuration settings|konfiguration einstellung|configuration reglage parametrage|configurac ajuste|configuraz impostaz|configurac|配置 设置|設定 構成|конфиг настройк|اعدادات تهيئه
library|bibliothek|bibliotheque librairie|biblioteca libreria|libreria|biblioteca|库|ライブラリ|библиотек|مكتبه
package|paket|paquet package|paquete|pacchett|pacote|软件包 依赖包 包|パッケージ|пакет|حزمه
dependency|abhangigkeit|dependance|dependenc|dipendenz|dependenc|依赖|依存|зависимост|اعتماديات تبعيه
documentation docs|dokumentation doku|documentation doc. docs|documentacion|documentazion|documentac|文档|ドキュメント 資料|документац|وثائق توثيق
pipeline|pipeline|pipeline|pipeline canalizac|pipeline|pipeline|流水线 管道|パイプライン|пайплайн конвейер|خط_الانابيب خط_انابيب
workflow|workflow arbeitsablauf|workflow flux_travail|flujo_trabajo workflow flujo|flusso_lavoro workflow flusso|fluxo_trabalho workflow fluxo|工作流|ワークフロー|воркфло рабоч_процесс|سير_العمل سير_عمل
build|build builds|build compilation|compilac build|build compilaz|build compilac|构建 编译|ビルド|сборк билд|بناء
job|job jobs auftrag|job jobs tache|trabajo job|lavor job|job trabalho|作业 任务|ジョブ|джоб задани|وظيفه مهمه
deployment|deployment bereitstell|deploiement|despliegue implementac|distribuzion deploy|implantac deploy|部署|デプロイ|деплой развертыван|نشر
artifact|artefakt|artefact|artefacto|artefatto artifact|artefato|制品 产物|成果物 アーティファクト|артефакт|
runner|runner|runner|runner|runner|runner|运行器|ランナー|раннер|
test result|testergebnis|resultat_test|resultado_prueba|risultato_test|resultado_teste|测试结果|テスト結果|результат_тест|نتيجه_اختبار نتائج_الاختبار
test run|testlauf|execution_test|ejecucion_prueba|esecuzione_test|execucao_teste|测试运行|テスト実行|прогон_тест|
coverage|abdeckung|couverture|cobertura|copertura|cobertura|覆盖率|カバレッジ|покрыт|تغطيه
log logs|log logs protokoll logdatei|log logs journal journaux|log logs registro bitacora|log logs registro|log logs registro|日志|ログ|лог логи логах журнал|سجل سجلات السجلات
trace|trace spur|trace traces|traza|tracci|rastr trace|追踪 链路|トレース|трейс трассир|تتبع
metric metrics|metrik kennzahl messwert|metrique mesure indicateur|metric|metric|metric|指标|メトリクス 指標|метрик показател|مقاييس مؤشر
statistics stats|statistik|statistique|estadistic|statistic|estatistic|统计 统计数据|統計|статистик|احصائيات احصاء
dashboard|dashboard ubersicht|tableau_bord dashboard|panel tablero_control dashboard|dashboard cruscotto pannello|painel dashboard|仪表盘 仪表板 看板|ダッシュボード|дашборд панел|لوحه_معلومات لوحه_تحكم
alert|alarm warnung alert|alerte|alerta|avvis allert allarm|alerta|告警 警报 报警|アラート 警告|алерт оповещ|تنبيه انذار تنبيهات
monitor|monitor|moniteur|monitor|monitor|monitor|监控|モニター|монитор|مراقبه
host|host|hote|host|host|host|主机|ホスト|хост|مضيف
server|server|serveur|servidor|server|servidor|服务器|サーバー サーバ|сервер|خادم سيرفر
client|client kunde|client|cliente|cliente|cliente|客户端|クライアント|клиент|عميل
service|dienst service|service|servicio|servizi|servico|服务|サービス|сервис служб|خدمه خدمات
system|system|systeme|sistema|sistema|sistema|系统|システム|систем|نظام
application app|anwendung app apps|application appli app|aplicac app|applicazion app|aplicativo aplicac app|应用程序 应用|アプリケーション アプリ|приложен|تطبيق تطبيقات
software|software|logiciel|software|software|software|软件|ソフトウェア ソフト|программ|برنامج برمجيات
program|programm|programme|programa|programma|programa|程序|プログラム|программ|برنامج
container|container|conteneur|contenedor|container|conteiner container|容器|コンテナ|контейнер|حاويه حاويات
cluster|cluster|cluster|cluster|cluster|cluster|集群|クラスタ クラスター|кластер|عنقود مجموعه_خوادم
node|knoten|noeud|nodo|nodo nodi|no nos|节点|ノード|узел узл нод|عقده
pod|pod pods|pod pods|pod pods|pod pods|pod pods|容器组 pod|ポッド Pod|под поды подов пода|بود
namespace|namensraum namespace|espace_nom namespace|namespace espacio_nombre|namespace|namespace|命名空间|名前空間 ネームスペース|неймспейс пространств_имен|نطاق_اسماء
image|image abbild|image|imagen|immagin|imagem|镜像 图片 图像|イメージ 画像|образ|صوره
volume|volume datentrager|volume|volumen|volum|volume|卷 存储卷|ボリューム|том тома|
replica|replik|replique|replica|replic|replica|副本|レプリカ|реплик|نسخ
instance|instanz|instance|instancia|istanz|instanc|实例|インスタンス|инстанс экземпляр|مثيل نسخه
virtual machine vm|virtuelle_maschine vm|machine_virtuelle vm|maquina_virtual vm|macchina_virtuale vm|maquina_virtual vm vps|虚拟机|仮想マシン|виртуальн_машин виртуалк|جهاز_افتراضي خادم_افتراضي
firewall|firewall|pare_feu firewall|cortafuegos firewall|firewall|firewall|防火墙|ファイアウォール|файрвол брандмауэр|جدار_الحمايه جدار_حمايه
rule|regel|regle|regla|regol|regra|规则|ルール 規則|правил|قاعده قواعد
network|netzwerk netz|reseau|red. redes|rete reti|rede|网络|ネットワーク|сет сеть сети|شبكه
domain|domain domane|domaine|dominio|domini|dominio|域名|ドメイン|домен|نطاق النطاق
dns record|dns_eintrag dns|enregistrement_dns dns|registro_dns dns|record_dns dns|registro_dns dns|DNS记录 解析记录|DNSレコード|днс dns|سجل_نطاق
certificate|zertifikat|certificat|certificado|certificat|certificado|证书|証明書|сертификат|شهاده
hosting|hosting|hebergement|alojamient hosting|hosting|hospedagem hosting|托管 主机|ホスティング|хостинг|استضافه
website|webseite website internetseite|site_web site_internet siteweb|sitio_web sitio pagina_web|sito_web sito|site site_web|网站 站点|サイト ウェブサイト ホームページ|сайт|موقع
web page page|webseite seite|page|pagina|pagina pagine|pagina|网页 页面|ページ ウェブページ|страниц|صفحه صفحات
url|url adresse|url|url|url|url|网址 链接地址|URL|урл адрес|رابط عنوان
link|link verweis|lien|enlace vinculo|link collegament|link|链接|リンク|ссылк|رابط
browser|browser|navigateur|navegador|browser|navegador|浏览器|ブラウザ|браузер|متصفح
tab|tab reiter|onglet|pestan|scheda|aba guia|标签页 选项卡|タブ|вкладк|تبويب
button|knopf button schaltflach|bouton|boton|pulsante bottone|botao|按钮|ボタン|кнопк|زر
form|formular|formulaire|formulario|modulo|formulario|表单|フォーム|форм анкет|نموذج استماره
screenshot|screenshot bildschirmfoto|capture_ecran|captura_pantalla captura|screenshot schermat|captura_tela print|截图 截屏|スクリーンショット スクショ|скриншот снимок_экран|لقطه_شاشه لقطه
screen|bildschirm|ecran|pantalla|schermo|tela|屏幕|画面 スクリーン|экран|شاشه
element|element|element|elemento|element|elemento|元素|要素 エレメント|элемент|عنصر
component|komponente|composant|component|component|component|组件|コンポーネント|компонент|مكون
layout|layout anordnung|mise_page disposition|diseno disposicion|layout|layout|布局|レイアウト|макет|تخطيط
cookie|cookie|cookie temoin|cookie|cookie|cookie|Cookie|クッキー|куки|كعكه
session|sitzung session|session|sesion|session|sessao|会话|セッション|сесси сеанс|جلسه
cache|cache zwischenspeicher|cache|cache|cache|cache|缓存|キャッシュ|кэш кеш|ذاكره_مؤقته
request|anfrag|requete|solicitud peticion|richiest|requisic solicitac|请求|リクエスト|запрос|طلب
response|antwort|reponse|respuest|rispost|respost|响应|レスポンス 応答|ответ|استجابه رد
endpoint|endpunkt|point_terminaison endpoint|endpoint punto_final|endpoint|endpoint|端点 接口|エンドポイント|эндпоинт|نقطه_نهايه
api|api schnittstelle|api|api|api|api|接口|API|апи|واجهه
webhook|webhook|webhook|webhook|webhook|webhook|网络钩子 webhook|ウェブフック Webhook|вебхук|
token|token|jeton|token|token|token|令牌|トークン|токен|رمز
key|schlussel|cle. cles|clave llave|chiave chiavi|chave|密钥 键|鍵 キー|ключ|مفتاح
secret|geheimnis secret|secret|secret|segret|segredo|密钥 机密|シークレット 秘密|секрет|سر سري
password|passwort kennwort|mot_passe|contrasen clave|password|senha|密码|パスワード|парол|كلمه_مرور كلمه_سر
credentials|zugangsdaten anmeldedaten|identifiant|credencial|credenzial|credenci|凭证 凭据|認証情報|учетн_данн|بيانات_اعتماد
permission|berechtigung recht rechte zugriffsrecht|permission droit autorisation|permiso|permess autorizzaz|permiss|权限|権限 パーミッション|разрешен|صلاحيه صلاحيات اذن
access|zugriff zugang|acces|acceso|accesso|acesso|访问|アクセス|доступ|وصول
role|rolle|role|rol roles|ruolo ruoli|funcao papel|角色|ロール 役割|рол роль|دور
security|sicherheit|securite|seguridad|sicurezz|seguranc|安全|セキュリティ|безопасност|امان امن
vulnerability|sicherheitslucke schwachstelle|vulnerabilit faille|vulnerabilid|vulnerabilit|vulnerabilid|漏洞|脆弱性|уязвимост|ثغره ثغرات
database|datenbank|base_donnee bdd|base_datos bbdd|database base_dati|banco_dados banco|数据库|データベース DB|баз_данн бд|قاعده_بيانات قاعده_البيانات
table|tabelle|table. tableau|tabla|tabella tabelle|tabela|数据表 表格 表|テーブル 表|таблиц|جدول
column|spalte|colonne|columna|colonn|coluna|列|列 カラム|столбец столбц колонк|عمود
row|zeile|ligne|fila|riga righe|linha|行|行|строк|صف
record|datensatz eintrag|enregistrement|registro|record registrazion|registro|记录 条目|レコード 記録|запис|سجل قيد
entry|eintrag|entree|entrada|voce|entrada|条目|エントリ 項目|запис|مدخل
field|feld|champ|campo|campo campi|campo|字段|フィールド 項目|поле поля|حقل
schema|schema|schema|esquema|schema|esquema|模式 结构|スキーマ|схем|مخطط
index|index|index|indice|indice|indice|索引|インデックス 索引|индекс|فهرس
collection|sammlung|collection|coleccion|collezion raccolt|colec|集合|コレクション|коллекц|مجموعه
query|abfrage|requete|consulta|query|consulta|查询|クエリ|запрос|استعلام
data|daten|donnees donnee|datos|dati|dados|数据|データ|данн|بيانات
dataset|datensatz|jeu_donnees|conjunto_datos|dataset|conjunto_dados|数据集|データセット|датасет набор_данн|مجموعه_بيانات
value|wert|valeur|valor|valore valori|valor|值|値|значен|قيمه
storage|speicher|stockage|almacenamient|archiviazion|armazenament|存储|ストレージ 保存領域|хранилищ|تخزين
bucket|bucket|compartiment bucket|bucket|bucket|bucket|存储桶|バケット|бакет|
backup|sicherung backup|sauvegarde|copia_seguridad respald|backup|backup|备份|バックアップ|бэкап резервн_копи|نسخه_احتياطيه
snapshot|snapshot momentaufnahme|instantane snapshot|instantanea snapshot|snapshot istantanea|snapshot|快照|スナップショット|снапшот снимок|لقطه
subscription|abonnement abo abos|abonnement|suscripc|abbonament|assinatura|订阅|サブスクリプション 購読|подписк|اشتراك
quota|kontingent|quota|cuota|quota|cota|配额|クォータ|квот|حصه
usage|nutzung verbrauch auslastung|utilisation consommation|uso|utilizz uso consumo|uso|用量 使用情况 使用率|使用量 使用状況|использован потреблен|استخدام
cost|kosten|cout couts|coste costo gasto|costo costi|custo|费用 成本|コスト 費用|стоимост расход|تكلفه
cpu|cpu prozessor|cpu processeur|cpu procesador|cpu processore|cpu processador|CPU 处理器|CPU|процессор|معالج
memory|arbeitsspeicher speicher|memoire|memoria|memoria|memoria|内存 记忆|メモリ|памят|ذاكره
disk|festplatte|disque|disco|disco|disco|磁盘|ディスク|диск|قرص
performance|leistung performance|performance|rendimient|prestazion|desempenho|性能|性能 パフォーマンス|производительност|اداء
status|status stand zustand|statut etat|estado estatus|stato|status estado situacao|状态 情况|状態 ステータス 状況|статус состоян|حاله
health|zustand gesundheit|sante|salud|salute|saude|健康|健康 ヘルス|здоров|صحه
uptime|verfugbarkeit|disponibilite|disponibilid|disponibilit|disponibilid|可用性|稼働|доступност|
queue|warteschlange|file_attente|cola|coda|fila|队列|キュー|очеред|طابور
message queue|nachrichtenwarteschlange|file_message|cola_mensajes|coda_messaggi|fila_mensagens|消息队列|メッセージキュー|очеред_сообщ|
event|ereignis event|evenement|evento|evento eventi|evento|事件 活动|イベント|событи|حدث احداث
trigger|ausloser trigger|declencheur|disparador|trigger|gatilho|触发器|トリガー|триггер|
script|skript|script|script|script|script|脚本|スクリプト|скрипт|سكربت
command|befehl kommando|commande|comando|comando|comando|命令|コマンド|команд|امر
terminal|terminal|terminal|terminal|terminale|terminal|终端|ターミナル|терминал|
process|prozess|processus|proceso|processo|processo|进程 流程|プロセス|процесс|عمليه
feature|feature funktion|fonctionnalite|funcionalid caracteristic|funzionalit|funcionalid recurso|功能 特性|機能|фич функциональност|ميزه
feature flag|feature_flag|feature_flag|feature_flag|feature_flag|feature_flag|功能开关|フィーチャーフラグ|фича_флаг|
requirement|anforderung|exigence|requisito|requisit|requisito|需求 要求|要件|требован|متطلب
review|review uberprufung|revue relecture|revision|revision|revis|评审 代码审查|レビュー|ревью обзор|مراجعه
reviewer|prufer reviewer|relecteur reviewer|revisor|revisor|revisor|审阅者 审查者|レビュアー|ревьюер|مراجع
discussion|diskussion|discussion|discusion debate|discussion|discuss|讨论|議論 ディスカッション やりとり|обсужден|نقاش مناقشه
snippet|schnipsel snippet|extrait|fragmento snippet|frammento|trecho|代码片段|スニペット|сниппет|مقتطف
wiki|wiki|wiki|wiki|wiki|wiki|维基 知识库|ウィキ Wiki|вики|ويكي
line|zeile|ligne|linea|riga|linha|行|行|строк|سطر
path|pfad|chemin|ruta|percorso|caminho|路径|パス|путь|مسار
developer|entwickler|developpeur|desarrollador|sviluppatore|desenvolvedor|开发者 开发人员|開発者|разработчик|مطور
author|autor verfasser|auteur|autor|autore|autor|作者|作者 著者|автор|مؤلف كاتب
contributor|mitwirkend|contributeur|colaborador contribuidor|contribut|contribuidor|贡献者|貢献者|контрибьют|مساهم
plugin|plugin|plugin module|plugin complemento|plugin|plugin|插件|プラグイン|плагин|اضافه
extension|erweiterung|extension|extension|estension|extens|扩展|拡張|расширен|
module|modul|module|modulo|modulo|modulo|模块|モジュール|модул|وحده
template|vorlage|modele gabarit|plantilla|modello template|modelo template|模板|テンプレート|шаблон|قالب
policy|richtlinie|politique strategie|politica directiva|politica criteri|politica|策略 政策|ポリシー 方針|политик|سياسه
default|standard voreinstell|defaut|defecto predetermin|predefinit|padrao|默认|デフォルト 既定|умолчан|افتراضي
model|modell|modele|modelo|modell|modelo|模型|モデル|модел|نموذج
embedding vector|vektor einbettung|vecteur|vector|vettor|vetor|向量|ベクトル|вектор|متجه
agent|agent|agent|agente|agente|agente|代理 智能体|エージェント|агент|وكيل
prompt|prompt|prompt invite|prompt|prompt|prompt|提示词|プロンプト|промпт|موجه
device|gerat|appareil|dispositivo|dispositiv|dispositivo|设备|デバイス 端末|устройств|جهاز
phone|telefon handy|telephone|telefono movil|telefono cellulare|telefone celular|手机 电话|電話 スマホ|телефон|هاتف جوال
computer|computer rechner|ordinateur|ordenador computador|computer|computador|电脑 计算机|コンピュータ パソコン|компьютер|حاسوب كمبيوتر
version history|versionsverlauf|historique_version|historial_version|cronologia_version|historico_vers|版本历史|版履歴 バージョン履歴|истори_верси|
history|verlauf geschichte historie|historique histoire|historial historia|cronologia storico|historico|历史|履歴 歴史|истори|تاريخ سجل
activity|aktivitat|activite|activid|attivit|ativid|活动|アクティビティ 活動|активност|نشاط
notification|benachrichtigung|notification|notificac|notific|notificac|通知|通知|уведомлен|اشعار اشعارات
problem cause|ursache grund|cause raison|causa motivo|causa motivo|causa motivo|原因|原因|причин|سبب
fix|behebung korrektur|correctif correction|correccion arreglo|correzion|correc conserto|修复|修正|исправлен фикс|اصلاح
`;
