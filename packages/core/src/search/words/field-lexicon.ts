import { stemWord } from '../text/stem-word.ts';

/**
 * What people call the things of software, and what tools call them. `word word: tool word weight, tool word weight`. The weight is
 * how much of a word of the request itself the other word is worth. Learned from the pairs of train servers
 * (`training/lexicon.mjs`), pruned and completed by hand; verbs are in `actions/verbs.ts`.
 */
const LINES = `
bug defect glitch regression: issue 1
ticket: issue 0.7, task 0.4
card: task 0.5, issue 0.3
story epic: issue 0.4, work 0.3, item 0.3
todo chore checklist: task 0.7
outage crash: incident 0.4, error 0.4, issue 0.3
broken failing crashing: error 0.5, failure 0.4
pr: pull 1, request 0.7
mr: merge 1, request 0.7
repo: repository 1
org: organization 1
hook: webhook 0.6
remark: comment 0.8
thread: reply 0.4, comment 0.3, discussion 0.3
coworker colleague teammate: user 0.5, member 0.5
people everyone someone: user 0.4, member 0.4
login username: user 0.5
boss: manager 0.8
subordinate: report 0.4
meeting appointment standup: event 0.7, calendar 0.5
calendar agenda: event 0.6
room: channel 0.4
inbox mailbox: email 0.6, message 0.5, mail 0.6
dm: message 0.7, direct 0.4, user 0.2
chat convo: message 0.4, conversation 0.5, channel 0.3
announcement: message 0.4
spreadsheet: workbook 0.6, worksheet 0.6, sheet 0.7, excel 0.6
tab: worksheet 0.3, page 0.2
doc: document 0.9, page 0.4, file 0.4
picture photo pic: image 0.9
snapshot: screenshot 0.3, backup 0.3
website site: page 0.4, url 0.3, web 0.3
link: url 0.5
pipeline: workflow 0.6, build 0.3, run 0.3
workflow: pipeline 0.5, run 0.3
ci: pipeline 0.6, workflow 0.6, build 0.4
job: workflow 0.4, build 0.2
deploy release rollout: deployment 0.7
printed output stdout: log 0.6
stage staging prod production: environment 0.5
env: environment 0.9
spec: file 0.3, api 0.3, definition 0.3
secret password credential: credential 0.5, secret 0.5, token 0.3, key 0.3
alarm: alert 0.8, monitor 0.4
metrics numbers stats figures: metric 0.6, analytics 0.5, statistic 0.5, report 0.3
traffic: analytics 0.5, metric 0.3
dashboards: dashboard 1
sms: message 0.5
text: sms 0.4, message 0.3
order purchase checkout: order 0.5, payment 0.3
price cost: product 0.3
bill: invoice 0.7
payment: charge 0.3, transaction 0.4
customer client buyer shopper: customer 0.8, contact 0.4, client 0.4
prospect: lead 0.8, contact 0.5
company firm business: company 0.8, account 0.4, organization 0.3
subscriber: user 0.4, contact 0.4, member 0.3
newsletter mailing: campaign 0.7, email 0.4, template 0.2
directions way: direction 0.6, route 0.6
far: distance 0.7
near nearby closest around: nearby 0.5, place 0.4, around 0.4
restaurant cafe pharmacy hotel shop: place 0.5, poi 0.4
rain sunny umbrella cold: weather 0.7, forecast 0.5
address: geocode 0.4
spot: place 0.3, location 0.3
row entry: record 0.7, item 0.3
record: row 0.4
column: field 0.6, property 0.3
table: sheet 0.2, database 0.2
sql: query 0.6
schema: structure 0.3, definition 0.2
box machine vm vps: server 0.5, instance 0.5, machine 0.5, virtual 0.3
droplet instance: server 0.4
container: docker 0.4, pod 0.3
cron nightly: schedule 0.6
drive: file 0.4
directory: folder 0.9
folder: directory 0.9
subfolder: folder 0.8
attachment: attach 0.6, file 0.3
group: team 0.3
sprint: iteration 0.8, cycle 0.6
milestone: version 0.2
deadline: due 0.6, date 0.4
assignee: assign 0.7
priority: field 0.1
hole vulnerability cve: vulnerability 0.8, security 0.5
violation smell lint: issue 0.5, rule 0.3
test suite: test 0.4, case 0.3, run 0.3
coverage: test 0.3
browser: page 0.3, navigate 0.2
button: click 0.4
click: press 0.3
shortcut key: press 0.3
popup: dialog 0.7
dropdown: select 0.6, option 0.5
textbox input: fill 0.3, type 0.3
viewport: resize 0.3, emulate 0.3
logo: image 0.3, asset 0.3
clip footage: video 0.8
tune song: audio 0.5
voiceover: audio 0.6, voice 0.5
embedding: vector 0.6
index: vector 0.1
question: search 0.2, ask 0.4
docs documentation manual reference: documentation 0.8, doc 0.8, guide 0.3
paper study: research 0.5, paper 0.5
internet online: web 0.6, search 0.3
google: search 0.5, web 0.4
tweet: post 0.6
reel story: post 0.2
emoji thumbs: reaction 0.8
whiteboard canvas: board 0.5
slide deck: presentation 0.8, slide 0.7
graph plot: chart 0.8
pie donut: chart 0.5, pie 0.8
bars: bar 0.8, chart 0.4
timeline: history 0.3
quota usage: usage 0.7, quota 0.6, limit 0.3
plan: subscription 0.3
renewal: subscription 0.5, renew 0.6
voucher coupon: discount 0.7, coupon 0.7
warehouse stock: inventory 0.8
staff: employee 0.5, team 0.5, member 0.4
shift: schedule 0.3
branch: store 0.1
reviewer: review 0.6
approval: approve 0.7
permission access: permission 0.7, role 0.5, access 0.7, share 0.3
admin: role 0.3, permission 0.3
ban: block 0.5, member 0.2
flag: feature 0.3
toggle: flag 0.3, feature 0.2
experiment: test 0.3, feature 0.2
trace span: trace 0.8, span 0.6
latency slow: performance 0.6, latency 0.5, metric 0.3, trace 0.3
memory: profile 0.1
uptime: monitor 0.5, status 0.5
dns: record 0.5, zone 0.4, domain 0.3
nameserver: dns 0.7, domain 0.4
ssl tls https: certificate 0.7
ip: address 0.4
backup: snapshot 0.5, restore 0.3
bucket: storage 0.6
blob: storage 0.6, object 0.3
queue topic: message 0.3
stream: event 0.3
serverless lambda: function 0.8
npm: package 0.6
dependency library: package 0.7, dependency 0.7, library 0.7
remove rid drop bin throw erase wipe away tear chuck scrap nuke: delete 0.7
take: remove 0.3, delete 0.3
edit change rename fix correct adjust tweak: update 0.6
mark tick move switch: update 0.5
add new spin prepare raise: create 0.6
write put: create 0.3
old stale: delete 0.3
propose: request 0.6
freeze: snapshot 0.6
stop: cancel 0.4
run: execute 0.4
ship push live: deploy 0.5, deployment 0.4
read: content 0.3, get 0.4
status: get 0.4
print: log 0.6
review diff: pull 0.4, request 0.5
firewall allow: rule 0.5
audit: log 0.5
profile: user 0.5
item: product 0.3
sell: product 0.6
reply: comment 0.4
html: email 0.5
test: case 0.3, run 0.3
fail: result 0.3
screenshot: take 0.4
multiple several: batch 0.4
txt md markdown yaml yml toml ini readme: file 0.5
json csv xml pdf: file 0.3
remember memorize: memory 0.5, store 0.3
`;

export interface RelatedWord {
  readonly term: string;
  readonly weight: number;
}

const RELATED = build();

/** Words of tools that mean what a word of a request means; terms are stems. */
export function relatedWords(term: string): readonly RelatedWord[] {
  return RELATED.get(term) ?? [];
}

/** Least weight of a related word that is used in place of the tool's own word. */
const SAID_FOR = 0.5;
let spoken: ReadonlyMap<string, readonly string[]> | undefined;

/** The other way round: what people say for a word of tools (a stem), the least ambiguous words first. */
export function spokenWords(term: string): readonly string[] {
  spoken ??= buildSpoken();
  return spoken.get(term) ?? [];
}

function buildSpoken(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, { word: string; meanings: number }[]>();
  for (const line of LINES.trim().split('\n')) {
    const [words = '', others = ''] = line.split(':');
    const meanings = others.split(',').map((other) => other.trim().split(' '));
    for (const [term = '', weight = '0'] of meanings) {
      if (Number(weight) < SAID_FOR) continue;
      const list = found.get(stemWord(term)) ?? [];
      for (const word of words.trim().split(' '))
        if (stemWord(word) !== stemWord(term)) list.push({ word, meanings: meanings.length });
      found.set(stemWord(term), list);
    }
  }
  const inOrder = (list: { word: string; meanings: number }[]) => [
    ...new Set(list.sort((a, b) => a.meanings - b.meanings).map(({ word }) => word)),
  ];
  return new Map([...found].map(([term, list]) => [term, inOrder(list)]));
}

function build(): ReadonlyMap<string, readonly RelatedWord[]> {
  const related = new Map<string, RelatedWord[]>();
  for (const line of LINES.trim().split('\n')) {
    const [words = '', others = ''] = line.split(':');
    for (const term of words.trim().split(' ').map(stemWord)) {
      const list = related.get(term) ?? [];
      for (const other of others.split(',')) {
        const [word = '', weight = '0'] = other.trim().split(' ');
        if (stemWord(word) !== term) list.push({ term: stemWord(word), weight: Number(weight) });
      }
      related.set(term, list);
    }
  }
  return related;
}
