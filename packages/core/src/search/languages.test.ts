import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from './node/vector-table-file.ts';
import type { SearchEngine } from './search-engine.ts';
import { engineWith, tool } from './tools-under-test.ts';

const TOOLS = [
  tool('cn/web_search', '使用必应搜索指定的关键词，并返回搜索结果列表'),
  tool('cn/weather', '查询城市的天气预报'),
  tool('cn/train', '查询火车票余票信息'),
  tool('jp/calendar', 'カレンダーに予定を追加する'),
  tool('jp/mail', 'メールを送信する'),
  tool('jp/map', '地図で場所を検索する'),
  tool('de/rechnung_erstellen', 'Erstellt eine Rechnung für einen Kunden'),
  tool('de/termin_absagen', 'Sagt einen Termin im Kalender ab'),
  tool('de/straße_suchen', 'Sucht eine Straße auf der Karte'),
  tool('es/enviar_correo', 'Envía un correo electrónico a un destinatario'),
  tool('es/buscar_vuelos', 'Busca vuelos entre dos ciudades'),
  tool('es/traducir', 'Traduce un texto al español'),
];

const engines: SearchEngine[] = [];
beforeAll(async () => {
  engines.push(engineWith(TOOLS), engineWith(TOOLS, { vectors: await loadVectorTable() }));
});

describe('a request in the language of the tools', () => {
  const cases = {
    天气预报: 'cn/weather',
    我想查火车票: 'cn/train',
    搜索关键词: 'cn/web_search',
    予定を追加したい: 'jp/calendar',
    メールを送信してください: 'jp/mail',
    'Ich möchte eine Rechnung erstellen': 'de/rechnung_erstellen',
    'Termine absagen': 'de/termin_absagen',
    'strasse auf der karte': 'de/straße_suchen',
    'quiero enviar un correo electronico': 'es/enviar_correo',
    'vuelos a Madrid por favor': 'es/buscar_vuelos',
  };
  for (const [query, id] of Object.entries(cases)) {
    it(`finds ${id} for "${query}"`, () => {
      for (const engine of engines) expect(engine.search(query).hits[0]?.tool.id).toBe(id);
    });
  }
});
