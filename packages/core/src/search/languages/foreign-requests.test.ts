import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from '../node/vector-table-file.ts';
import type { SearchEngine } from '../search-engine.ts';
import { engineWith, tool } from '../tools-under-test.ts';
import { inEnglish } from './in-english.ts';

/** A catalog in English with several tools for each thing. */
const TOOLS = [
  tool('tracker/create_issue', 'Create a new issue in a repository'),
  tool('tracker/list_issues', 'List issues of a repository'),
  tool('tracker/close_issue', 'Close an issue'),
  tool('tracker/create_pull_request', 'Create a pull request between two branches'),
  tool('tracker/merge_pull_request', 'Merge a pull request'),
  tool('tracker/list_branches', 'List the branches of a repository'),
  tool('mail/send_email', 'Send an email message with attachments'),
  tool('mail/search_emails', 'Search the mailbox'),
  tool('mail/create_draft', 'Save an email as a draft'),
  tool('calendar/create_event', 'Create a calendar event with attendees'),
  tool('calendar/list_events', 'List upcoming events'),
  tool('calendar/delete_event', 'Delete an event'),
  tool('drive/upload_file', 'Upload a file to a folder'),
  tool('drive/download_file', 'Download a file'),
  tool('drive/create_folder', 'Create a folder'),
  tool('drive/share_file', 'Share a file with other people'),
  tool('chat/post_message', 'Post a message to a channel'),
  tool('chat/list_channels', 'List all channels of the workspace'),
  tool('browser/take_screenshot', 'Take a screenshot of the page'),
  tool('browser/click', 'Click on an element of the page'),
  tool('db/run_query', 'Run a SQL query against the database'),
  tool('db/list_tables', 'List the tables of the database'),
  tool('shop/refund_payment', 'Refund a payment to the customer'),
  tool('maps/weather', 'Weather forecast for a city'),
];

const REQUESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  German: {
    'Lade die Datei bitte in den Ordner Verträge hoch': 'drive/upload_file',
    'Sag den Termin am Freitag ab': 'calendar/delete_event',
    'Welche Tabellen hat unsere Datenbank?': 'db/list_tables',
    'Erstelle ein Ticket für den Absturz': 'tracker/create_issue',
  },
  French: {
    "fais une capture d'écran de la page": 'browser/take_screenshot',
    'envoie un courriel à ma collègue': 'mail/send_email',
    'quelles branches a le dépôt ?': 'tracker/list_branches',
    'rembourse le paiement du client': 'shop/refund_payment',
  },
  Spanish: {
    'crea una carpeta nueva para las facturas': 'drive/create_folder',
    'busca correos de Marta': 'mail/search_emails',
    '¿qué tiempo hará mañana en la ciudad, hay pronóstico?': 'maps/weather',
    'cierra la incidencia 42': 'tracker/close_issue',
  },
  Italian: {
    'condividi il file con i colleghi': 'drive/share_file',
    'unisci la pull request 12': 'tracker/merge_pull_request',
    'quali appuntamenti ho domani in calendario?': 'calendar/list_events',
  },
  Portuguese: {
    'baixa o arquivo do contrato': 'drive/download_file',
    'publica uma mensagem no canal de vendas': 'chat/post_message',
    'salva esse e-mail como rascunho': 'mail/create_draft',
  },
  Chinese: {
    给客户发一封邮件: 'mail/send_email',
    新建一个文件夹: 'drive/create_folder',
    明天的天气怎么样: 'maps/weather',
    合并这个拉取请求: 'tracker/merge_pull_request',
  },
  Japanese: {
    ファイルをダウンロードして: 'drive/download_file',
    来週の予定をカレンダーに追加して: 'calendar/create_event',
    チャンネルの一覧を見せて: 'chat/list_channels',
    課題42を閉じて: 'tracker/close_issue',
  },
  Russian: {
    'отправь письмо начальнику': 'mail/send_email',
    'какие таблицы есть в базе данных?': 'db/list_tables',
    'сделай скриншот страницы': 'browser/take_screenshot',
    'верни клиенту деньги за платёж': 'shop/refund_payment',
  },
  Arabic: {
    'أرسل بريدًا إلى المدير': 'mail/send_email',
    'افتح طلب سحب جديد من فرعي': 'tracker/create_pull_request',
    'احذف موعد يوم الجمعة': 'calendar/delete_event',
    'اعرض جداول قاعدة البيانات': 'db/list_tables',
  },
};

describe('a request in another language than the tools', () => {
  let engine: SearchEngine;
  beforeAll(async () => {
    engine = engineWith(TOOLS, { vectors: await loadVectorTable() });
  });

  for (const [language, requests] of Object.entries(REQUESTS)) {
    for (const [query, id] of Object.entries(requests)) {
      it(`finds ${id} for "${query}" (${language})`, () => {
        expect(
          engine
            .search(query)
            .hits.slice(0, 2)
            .map((hit) => hit.tool.id),
        ).toContain(id);
      });
    }
  }

  it('finds them without word vectors, too', () => {
    expect(engineWith(TOOLS).search('отправь письмо начальнику').hits[0]?.tool.id).toBe('mail/send_email');
  });

  it('scores low when most of its words were not understood', () => {
    const [hit] = engine.search('Der Wellensittich zwitschert fröhlich neben der Datei herum').hits;
    expect(hit?.score ?? 0).toBeLessThan(0.3);
  });

  it('keeps a product name among translated words', () => {
    const named = [
      tool('jira/create_issue', 'Create an issue in Jira'),
      tool('redmine/create_issue', 'Create an issue in Redmine'),
    ];
    expect(engineWith(named).search('создай задачу с багом в Redmine').hits[0]?.tool.id).toBe('redmine/create_issue');
    expect(engineWith(named).search('lege in Jira ein Ticket an').hits[0]?.tool.id).toBe('jira/create_issue');
  });
});

describe('the English of a request', () => {
  const texts = {
    'Ich möchte eine Rechnung als PDF exportieren': /^export invoice/,
    ファイルを削除してください: /^delete file$/,
    'Supprime le fichier, puis envoie un courriel': /^delete\b.*, send email/,
  };
  for (const [request, text] of Object.entries(texts)) {
    it(`begins with the verb: "${request}"`, () => {
      expect(inEnglish(request, () => false)?.text).toMatch(text);
    });
  }
});

describe('a request in English', () => {
  const requests = [
    'list branches',
    'create issue',
    'comment on a pull request',
    'create a ticket for the crash on the login page',
    'send an email to Pierre and Jean de la Tour',
    'find restaurants in El Paso',
    'plan a trip to Rio de Janeiro',
    'who can see my gift list',
    'run tests',
    'show me the error log of the die casting machine',
  ];
  for (const query of requests) {
    it(`is not taken for another language: "${query}"`, () => {
      expect(inEnglish(query, () => false)).toBeUndefined();
    });
  }
});
