import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from '../node/vector-table-file.ts';
import type { SearchEngine } from '../search-engine.ts';
import { engineWith, tool } from '../tools-under-test.ts';
import { toolInEnglish } from './tool-in-english.ts';

/** Tools whose names do not say in English what they do. */
const TOOLS = [
  tool('kontor/rechnung_erstellen', 'Erstellt eine Rechnung für einen Kunden und legt sie im Ordner ab'),
  tool('kontor/termin_absagen', 'Sagt einen Termin im Kalender ab'),
  tool('kontor/beleg_hochladen', 'Lädt eine Datei mit einer Quittung hoch'),
  tool('amap/tianqi', '查询指定城市的天气预报'),
  tool('amap/luxian', '规划步行路线，返回距离和时间'),
  tool('12306/chepiao', '查询火车票的余票信息'),
  tool('oficina/enviar_correo', 'Envía un correo electrónico a un destinatario'),
  tool('oficina/traducir', 'Traduce un texto a otro idioma'),
  tool('desk/zayavka', 'Создаёт новую заявку в проекте'),
  tool('desk/otchet', 'Показывает отчёт о продажах за месяц'),
];

describe('a tool that is described in another language', () => {
  const engines: SearchEngine[] = [];
  beforeAll(async () => {
    engines.push(engineWith(TOOLS), engineWith(TOOLS, { vectors: await loadVectorTable() }));
  });

  const cases = {
    'create an invoice for a customer': 'kontor/rechnung_erstellen',
    'cancel my appointment': 'kontor/termin_absagen',
    'upload a receipt': 'kontor/beleg_hochladen',
    'weather forecast': 'amap/tianqi',
    'walking directions': 'amap/luxian',
    'train tickets': '12306/chepiao',
    'send an email': 'oficina/enviar_correo',
    'translate this text': 'oficina/traducir',
    'create an issue in the project': 'desk/zayavka',
    'sales report of last month': 'desk/otchet',
    'prévisions météo': 'amap/tianqi',
    メールを送信して: 'oficina/enviar_correo',
  };
  for (const [query, id] of Object.entries(cases)) {
    it(`is found: ${id} for "${query}"`, () => {
      for (const engine of engines) expect(engine.search(query).hits[0]?.tool.id).toBe(id);
    });
  }

  it('gets no words when it is described in English, also with a foreign word in it', () => {
    expect(toolInEnglish('create_issue', 'Create a new issue in a repository')).toBe('');
    expect(toolInEnglish('search', 'Searches Baidu (百度) for web pages in Chinese')).toBe('');
    expect(toolInEnglish('book_table', 'Books a table at a restaurant such as La Casa de Tapas')).toBe('');
  });
});
