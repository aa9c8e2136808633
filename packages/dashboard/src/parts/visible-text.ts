/** Invisible characters and text direction marks: they can hide instructions to a model from a human reader. */
const INVISIBLE = /[^\n\t\P{C}]|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu;

/** Writes invisible characters as JSON escapes: `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (characters) => {
    return Array.from({ length: characters.length }, (_, i) => `\\u${hex(characters.charCodeAt(i))}`).join('');
  });
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}
