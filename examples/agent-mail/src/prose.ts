/** Lines that were broken for the editor become paragraphs again; blank lines and list items stay. */
export function prose(text: string): string {
  return text
    .trim()
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/([^\n])\n(?!\n|- )/g, '$1 ');
}
