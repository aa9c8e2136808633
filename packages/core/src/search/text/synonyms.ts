import { stemWord } from './stem-word.ts';

/** Synonyms in requests for tools, one group per line. A word may be in several groups. */
const GROUPS = `
issue bug ticket defect
repository repo
pr pull merge
organization organisation org company
message dm chat
email mail inbox
remove delete erase discard drop
create add new make insert
update edit modify change alter
fetch retrieve get obtain
list enumerate
search find lookup query
send post deliver
upload attach
download save export
picture image photo
movie film
car vehicle automobile
weather forecast temperature climate
buy purchase order
cost price
money cash payment
refund reimburse money
invoice bill
client customer
user member account person
employee staff worker
meeting appointment event
calendar schedule agenda
task todo
note memo
document doc file
folder directory
spreadsheet sheet excel
slide presentation powerpoint deck
translate translation language
summarize summary digest
convert transform
compute calculate
chart graph plot diagram
map location place
address location
route direction navigation
distance far
flight airline plane
hotel lodging accommodation
trip travel vacation
restaurant dining
recipe cook dish
food meal
song music track
video clip
news headline article
stock share equity
currency exchange forex
crypto cryptocurrency bitcoin coin
job career vacancy
resume cv
website site webpage page
url link
browser web
screenshot capture
database db
table relation
column field
schema structure
sql query
log trace
error exception failure
deploy release ship rollout
server host machine
container docker
cluster kubernetes k8s
branch fork
commit revision
build compile
test check verify
run execute launch start
stop halt terminate kill
cancel abort revoke
restart reboot
pause suspend
notify alert notification
remind reminder
label tag
comment remark reply
review feedback
rating score rank
permission access role
password credential secret
login signin authenticate
key token
encrypt cipher
compress zip
merge combine join
split divide
sort order
filter narrow
copy duplicate clone
move transfer relocate
rename retitle
assign allocate
close resolve
open launch
lock block
share publish
subscribe follow
print output
scan inspect
monitor watch track
statistic stat metric analytic
report summary
report submit raise create
history past
random arbitrary
number digit
word term
definition meaning define
quote quotation
joke humor funny
game play
sport football soccer
match fixture
team club
player athlete
doctor physician
health medical
medicine drug medication
exercise workout fitness
pet dog cat animal
plant tree
house property home estate
rent lease
school university college
course class lesson
book novel
gift present
shop store
product item
discount coupon deal promo
cart basket
shipping delivery shipment
parcel package
phone mobile
sms text
call dial
contact lead
country nation
city town
time hour clock
date day
timezone zone
ip network
domain dns
tax vat
loan mortgage credit
insurance policy
budget expense spending
salary wage pay
legal law
contract agreement
patent trademark
science research
paper publication study
space planet astronomy
earthquake disaster
chat conversation
thread discussion
channel room
workspace team
project board
sprint iteration
milestone goal
wiki page
snippet gist code
library package dependency
version release
environment env
variable var
config configuration setting
template pattern
pdf document
audio sound
voice speech
transcribe transcript
color colour
font typeface
logo icon
`;

const SYNONYMS = build();

/** The synonyms of a term; all are stems. */
export function synonymsOf(term: string): readonly string[] {
  return SYNONYMS.get(term) ?? [];
}

function build(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const stems = line.trim().split(/\s+/).map(stemWord);
    for (const stem of stems) {
      const others = found.get(stem) ?? new Set<string>();
      for (const other of stems) if (other !== stem) others.add(other);
      found.set(stem, others);
    }
  }
  return new Map([...found].map(([stem, others]) => [stem, [...others]]));
}
