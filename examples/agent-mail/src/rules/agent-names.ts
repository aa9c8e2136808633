import { randomInt } from 'node:crypto';

const ADJECTIVES =
  'Amber Azure Blue Bold Brave Bright Calm Clear Copper Coral Crimson Golden Green Indigo Ivory Jade Lilac Misty ' +
  'Olive Orange Purple Quiet Red Rustic Silver Swift Teal Violet White Wild';
const NOUNS =
  'Bear Bridge Brook Canyon Castle Cedar Cliff Creek Desert Dune Eagle Falcon Field Forest Fox Glacier Harbor Hill ' +
  'Island Lake Lantern Meadow Mountain Otter Pond Raven River Stone Valley Willow';

const NAMES = ADJECTIVES.split(' ').flatMap((adjective) => NOUNS.split(' ').map((noun) => `${adjective}${noun}`));

/** An adjective and a noun, as in BlueLake, that nobody has yet; numbers once all nine hundred are taken. */
export function freeName(taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const free = NAMES.filter((name) => !used.has(name.toLowerCase()));
  const chosen = free[randomInt(Math.max(1, free.length))];
  if (chosen) return chosen;
  for (let number = 2; ; number += 1) {
    const name = `${NAMES[randomInt(NAMES.length)]}${number}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}
