/** Letters that cannot be seen, or turn others around: a text for the model that its reader would miss. */
const UNSEEN = /[^\n\t\P{C}]|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu;

/** What cannot be seen is written as JSON writes it: `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (sign) => {
    return Array.from({ length: sign.length }, (_, i) => `\\u${hex(sign.charCodeAt(i))}`).join('');
  });
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
