/** Web, maps, travel, shopping, money, media and everyday life. The columns are explained in `columns.ts`. */
export const WORLD: string = `
web internet|internet web netz|internet web toile|internet web|internet web|internet web|网上 互联网 网络|ウェブ ネット インターネット|интернет веб|انترنت ويب
news|nachrichten neuigkeit|actualite nouvelles infos|noticia|notizi|noticia|新闻 消息|ニュース|новост|اخبار خبر
article|artikel|article|articulo|articol|artigo|文章|記事|стать|مقال مقاله
blog|blog|blog|blog|blog|blog|博客|ブログ|блог|مدونه
website crawl|webseite|site|sitio|sito|site|网站|サイト|сайт|موقع
search engine|suchmaschine|moteur_recherche|buscador|motore_ricerca|buscador|搜索引擎|検索エンジン|поисковик|محرك_بحث
social media|soziale_medien|reseaux_sociaux|redes_sociales|social|redes_sociais|社交媒体|SNS ソーシャル|соцсет|تواصل_اجتماعي
map|karte landkarte|carte|mapa|mappa cartina|mapa|地图|地図 マップ|карт|خريطه
place location|ort orte standort|lieu endroit|lugar sitio|luogo posto luoghi|lugar local|地点 位置 地方|場所 位置|мест местополож|مكان موقع
address|adresse anschrift|adresse|direccion|indirizz|endereco|地址|住所 アドレス|адрес|عنوان
coordinates|koordinaten|coordonnee|coordenad|coordinat|coordenad|坐标 经纬度|座標 緯度経度|координат|احداثيات
route directions|route weg wegbeschreib anfahrt|itineraire trajet chemin|ruta camino itinerari|percorso strada itinerari|rota caminho trajeto|路线 怎么走|経路 ルート 道順 行き方|маршрут дорог|طريق مسار اتجاهات
distance far|entfernung distanz weit|distance loin|distancia lejos|distanz lontan|distancia longe|距离 多远|距離 遠い|расстоян далек|مسافه بعد
near nearby|nahe nahe umgebung|pres proximite proche|cerca cercan|vicino vicin|perto proxim|附近 周边|近く 付近 周辺|рядом ближайш поблизост|قريب قرب
traffic|verkehr stau|trafic circulation|trafico|traffico|transito trafego|交通 流量|交通 渋滞 トラフィック|трафик пробк|مرور حركه
drive driving|fahren fahr auto|conduire voiture|conducir conduc manejar coche|guidare auto macchina|dirigir carro|驾车 开车|運転 車|ехать машин|قياده سياره
walk walking|fuss laufen gehen|pied marche|pie caminar andando|piedi camminare|pe caminhar|步行 走路|徒歩 歩|пешком|مشي
cycling bike|fahrrad rad|velo|bicicleta|bici|bicicleta|骑行 自行车|自転車|велосипед|دراجه
bus transit|bus nahverkehr|bus transport_commun|autobus|autobus mezzi|onibus|公交|バス 公共交通|автобус|حافله باص
train|zug bahn|train|tren|treno treni|trem comboio|火车 高铁|電車 列車|поезд|قطار
station|bahnhof haltestelle|gare station|estacion|stazion|estac|车站|駅|станц вокзал|محطه
flight|flug fluge|vol vols|vuelo|vol voli|voo voos|航班 机票|フライト 航空券 飛行機|рейс авиабилет|رحله طيران رحلات
airport|flughafen|aeroport|aeropuerto|aeroport|aeroporto|机场|空港|аэропорт|مطار
hotel|hotel unterkunft|hotel hebergement|hotel alojamient|hotel albergo alloggio|hotel|酒店 宾馆|ホテル 宿|отел гостиниц|فندق فنادق
restaurant|restaurant lokal|restaurant|restaurante|ristorant|restaurante|餐厅 饭馆 餐馆|レストラン 飲食店|ресторан кафе|مطعم مطاعم
trip travel|reise reisen|voyage|viaje|viaggi|viagem|旅行 旅游|旅行|поездк путешеств|سفر رحله
city|stadt|ville|ciudad|citta|cidade|城市|都市 街|город|مدينه
country|land lander|pays|pais|paese paesi|pais|国家|国|страна стран|دوله بلد
street|strasse|rue|calle|strada via|rua|街道|通り|улиц|شارع
weather|wetter|meteo temps|clima meteorolog pronostico|meteo tempo|tempo clima previsao|天气 气温|天気 気温|погод|طقس
forecast|vorhersage prognose|prevision|pronostico prevision|prevision|previsao|预报 预测|予報 予測|прогноз|توقعات
temperature|temperatur|temperature|temperatura|temperatur|temperatura|温度 气温|気温 温度|температур|حراره
rain|regen regnet|pluie pleut|lluvia llover|pioggia piove|chuva chover|下雨 雨|雨|дожд|مطر
time|zeit uhrzeit|heure temps|hora tiempo|ora tempo orario|hora tempo|时间|時間 時刻|врем|وقت
time zone|zeitzone|fuseau_horaire|zona_horaria|fuso_orario|fuso_horario|时区|タイムゾーン|часов_пояс|منطقه_زمنيه
date|datum|date|fecha|data|data|日期|日付|дата дату даты|تاريخ
money|geld|argent|dinero|soldi denaro|dinheiro|钱 资金|お金|деньг|مال نقود
payment|zahlung bezahlung|paiement|pago|pagament|pagament|付款 支付|支払い 決済|платеж оплат|دفع مدفوعات
price|preis preise|prix|precio|prezz|preco|价格 多少钱|価格 値段 いくら|цена цену цены стоимост|سعر اسعار
currency|wahrung|devise monnaie|moneda divisa|valuta|moeda|货币|通貨|валют|عمله
exchange rate|wechselkurs|taux_change|tipo_cambio|tasso_cambio cambio|taxa_cambio cambio cotac|汇率|為替 レート|курс_валют курс|سعر_صرف
invoice|rechnung|facture|factura|fattura|fatura nota_fiscal|发票 账单|請求書|счет|فاتوره
billing|abrechnung|facturation|facturacion|fatturazion|faturament cobranca|计费 账单|請求 課金|биллинг|فوتره
order|bestellung|commande|pedido orden|ordine ordini|pedido encomenda|订单|注文|заказ|طلب طلبيه
product|produkt artikel ware|produit|producto|prodott|produto|产品 商品|商品 製品|товар продукт|منتج
item|artikel|article|articulo|articolo|item|商品|品物|товар|صنف
cart|warenkorb|panier|carrito|carrello|carrinho|购物车|カート|корзин|سله
shop store|laden geschaft shop|boutique magasin|tienda|negozio|loja|商店 店铺|店 ショップ お店|магазин|متجر محل
stock inventory|lager bestand lagerbestand|stock inventaire|inventario existencia stock|magazzino scorte inventario|estoque inventario|库存|在庫|склад остатк запас|مخزون
discount coupon|rabatt gutschein|remise reduction coupon|descuento cupon|sconto coupon|desconto cupom|折扣 优惠券|割引 クーポン|скидк купон|خصم قسيمه
delivery shipping|lieferung versand|livraison expedition|entrega envio|consegna spedizion|entrega frete|配送 发货 物流|配送 発送|доставк|توصيل شحن
package parcel|paket|colis|paquete|pacco|pacote encomenda|包裹|荷物 小包|посылк|طرد
refund|erstattung ruckerstattung|remboursement|reembolso devolucion|rimborso|reembolso|退款|返金|возврат|استرداد
gift card|geschenkkarte gutschein|carte_cadeau|tarjeta_regalo|carta_regalo buono|cartao_presente|礼品卡|ギフトカード|подарочн_карт|بطاقه_هديه
loyalty|treue|fidelite|fidelid lealtad|fedelta|fidelid|会员积分|ポイント|лояльност|ولاء
tax|steuer|impot taxe|impuesto|tassa tasse imposta|imposto|税|税金|налог|ضريبه
bank|bank|banque|banco|banca|banco|银行|銀行|банк|بنك
stock share|aktie aktien borse|action_bourse bourse|accion_bolsa bolsa|azion borsa|acao_bolsa bolsa|股票|株価 株|акци бирж|سهم اسهم
budget|budget|budget|presupuesto|budget|orcamento|预算|予算|бюджет|ميزانيه
expense|ausgabe spesen|depense frais|gasto|spesa spese|despesa gasto|支出 花费|経費 支出|расход|مصروف نفقات
salary|gehalt lohn|salaire|salario sueldo|stipendio|salario|工资|給料|зарплат|راتب
book|buch bucher|livre|libro|libro libri|livro|书|本 書籍|книг|كتاب كتب
paper research|artikel studie forschung papier|article_scientifique etude recherche|articulo estudio investigacion|articolo studio ricerc|artigo estudo pesquis|论文 研究|論文 研究|статья исследован|بحث ورقه دراسه
music song|musik lied|musique chanson|musica cancion|musica canzon|musica cancao|音乐 歌曲|音楽 曲|музык песн|موسيقى اغنيه
movie film|film|film|pelicula|film|filme|电影|映画|фильм|فيلم
game|spiel|jeu jeux|juego|gioco giochi|jogo|游戏|ゲーム|игр|لعبه
sport|sport|sport|deporte|sport|esporte|体育 运动|スポーツ|спорт|رياضه
recipe|rezept|recette|receta|ricett|receita|食谱 菜谱|レシピ|рецепт|وصفه
food|essen lebensmittel|nourriture repas|comida alimento|cibo|comida|食物 吃的|食べ物 料理|еда еду|طعام
coffee|kaffee|cafe|cafe|caffe|cafe|咖啡|コーヒー|кофе|قهوه
doctor|arzt|medecin|medico|medico dottore|medico|医生|医者 病院|врач|طبيب
house home|haus wohnung|maison domicile|casa|casa|casa|房子 家|家|дом дома|منزل بيت
school university|schule universitat uni|ecole universite|escuela universidad|scuola universit|escola universidade|学校 大学|学校 大学|школ университет|مدرسه جامعه
job career|stelle arbeit job|emploi travail poste|empleo trabajo puesto|lavoro|emprego trabalho vaga|工作 职位|仕事 求人|работ ваканси|وظيفه عمل
family|familie|famille|familia|famiglia|familia|家庭|家族|сем|عائله
friend|freund|ami amis|amigo|amico amici|amigo|朋友|友達|друг|صديق
letter|brief|lettre|carta|lettera|carta|信|手紙|письм|خطاب
emoji sticker|sticker|autocollant|pegatina|adesivo|figurinha adesivo|贴纸 表情|スタンプ|стикер|ملصق
voice call|anruf|appel|llamada|chiamata|ligacao|语音通话|通話|звонок|مكالمه
sms text message|sms|sms texto|sms|sms|sms torpedo|短信|SMS ショートメッセージ|смс эсэмэс|رساله_نصيه
phone number|telefonnummer nummer|numero_telephone|numero_telefono|numero_telefono|numero_telefone|电话号码 号码|電話番号|номер_телефон|رقم_هاتف
number|nummer zahl|numero nombre|numero|numero numeri|numero|号码 数字 编号|番号 数字|номер числ|رقم
code qr|qr|qr|qr|qr|qr|二维码|QRコード|куар|
tour|tour|tour|gira recorrido|tour|passeio|行程|ツアー|тур|جوله
event ticket|eintrittskarte ticket|billet|entrada boleto|biglietto|ingresso|门票|チケット|билет|تذكره
world|welt|monde|mundo|mondo|mundo|世界|世界|мир|عالم
law legal|recht gesetz|loi droit|ley legal|legge|lei|法律|法律|закон|قانون
health fitness|gesundheit|sante|salud|salute|saude|健康|健康|здоров|صحه
problem trouble|problem|souci|problema|problema guaio|problema|麻烦|問題|проблем|مشكله
example|beispiel|exemple|ejemplo|esempi|exemplo|例子|例|пример|مثال
guide instructions|anleitung|guide mode_emploi|guia instrucc|guida istruzion|guia instruc|指南 说明|ガイド 手順|инструкц руководств|دليل تعليمات
tutorial|tutorial anleitung|tutoriel|tutorial|tutorial|tutorial|教程|チュートリアル|туториал урок|درس
best practices|empfehlung best_practice|bonnes_pratiques|buenas_practicas|buone_pratiche|boas_praticas|最佳实践|ベストプラクティス|лучш_практик|افضل_ممارسات
relation relationship|beziehung relation|relation|relacion|relazion|relac|关系|関係|связ отношен|علاقه
entity|entitat|entite|entidad|entita|entidade|实体|エンティティ|сущност|كيان
knowledge|wissen|connaissance|conocimient|conoscenz|conheciment|知识|知識|знани|معرفه
memory remember|gedachtnis merken merk|memoire souvenir retenir souviens|memoria recuerda|memoria ricordati|memoria lembre|记忆 记住|記憶 覚えて メモリ|памят запомн|ذاكره تذكر
`;
