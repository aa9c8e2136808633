/** Words without information for search, in descriptions and in queries. */
export const STOP_WORDS: ReadonlySet<string> = words(`
  a an the and or nor but if then else than so as of to in on at by for with about from into onto over under
  between through within without during before after above below against among via per
  is are was were be been being am do does did done has have had having can could will would shall should may might must
  i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs
  this that these those there here what which who whom whose when where why how
  all any both each either every few more most much many other another some such no not only own same too very
  just also again ever even still yet already up out off down once because while until whether
  don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn cannot let lets etc eg ie
  der die das ein eine einen einem einer und oder mit fur von zu zum zur den dem des ist im auf
  el la los las un una unos unas y o de del en con por para que es al mi
  le les une et ou du des dans avec pour sur`);

/** Words of a query that say nothing about the tool: polite phrases, wishes, and verbs that fit every tool. */
export const REQUEST_WORDS: ReadonlySet<string> = words(`
  please kindly thanks thank hello hi hey dear okay ok yes
  help want wants wanted need needs needed like likes love wish hope looking look trying try tried going
  tell give gives given show know get gets got let make makes making sure able use using used uses
  provide provides find information info detail details something anything someone everything thing things
  way ways lot bit kind sort currently really actually maybe possible possibly interested wondering curious
  planning plan assist assistance ask asking question recommend suggest im ive id ill
  bitte ich mochte brauche wie kann mir mich por favor quiero necesito puedes`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}
