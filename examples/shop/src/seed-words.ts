import type { Department } from './records.ts';

/** What the seed data is made of. */

export const FIRST_NAMES =
  'Ada Ben Clara David Elif Felix Greta Hugo Ines Jan Kira Leo Maya Nils Olga Paul Rosa Samir Tara Yusuf'.split(' ');

export const LAST_NAMES =
  'Adler Bauer Conti Dubois Egger Ferrari Garcia Hansen Ito Jensen Kaya Lang Moreau Novak Okafor Peters Rossi Silva Toth Weber'.split(
    ' ',
  );

export const CITIES = [
  { city: 'Berlin', postalCode: '10115', country: 'DE' },
  { city: 'Hamburg', postalCode: '20095', country: 'DE' },
  { city: 'Vienna', postalCode: '1010', country: 'AT' },
  { city: 'Paris', postalCode: '75001', country: 'FR' },
  { city: 'Milan', postalCode: '20121', country: 'IT' },
  { city: 'Utrecht', postalCode: '3511', country: 'NL' },
] as const;

const goods = (...entries: [name: string, priceCents: number][]) =>
  entries.map(([name, priceCents]) => ({ name, priceCents }));

export const GOODS: Record<Department, readonly { readonly name: string; readonly priceCents: number }[]> = {
  kitchen: goods(
    ['Blue stoneware mug', 1290],
    ['Cast iron pan', 4990],
    ['Bread knife', 2450],
    ['Oak cutting board', 3290],
    ['Glass teapot', 2790],
    ['Espresso cup set', 1990],
    ['Linen tea towel', 890],
    ['Salt mill', 2190],
    ['Wooden spoon set', 1490],
    ['Pasta machine', 5990],
    ['Mixing bowl', 1690],
    ['Apron', 2290],
  ),
  office: goods(
    ['Dotted notebook', 1190],
    ['Fountain pen', 3490],
    ['Desk lamp', 5490],
    ['Letter tray', 1890],
    ['Wall calendar', 1590],
    ['Pencil set', 790],
    ['Felt desk mat', 2990],
    ['Paper scissors', 990],
    ['Cork board', 2190],
    ['Sticky notes', 390],
  ),
  garden: goods(
    ['Watering can', 2690],
    ['Hand trowel', 1390],
    ['Terracotta pot', 990],
    ['Tomato seeds', 290],
    ['Pruning shears', 2990],
    ['Bird feeder', 1990],
    ['Garden gloves', 1290],
    ['Herb planter', 3490],
    ['Compost bin', 6990],
    ['Hose reel', 4590],
  ),
  outdoor: goods(
    ['Steel water bottle', 2490],
    ['Wool blanket', 6990],
    ['Camping stove', 4990],
    ['Head torch', 2990],
    ['Dry bag', 1990],
    ['Folding chair', 3990],
    ['Enamel plate', 890],
    ['Pocket knife', 3290],
    ['Hammock', 5490],
    ['Map case', 1490],
  ),
  toys: goods(
    ['Wooden train', 3990],
    ['Building blocks', 2990],
    ['Jigsaw puzzle, 500 pieces', 1790],
    ['Kite', 2290],
    ['Card game', 1190],
    ['Stuffed bear', 2490],
    ['Spinning top', 690],
    ['Marble run', 4990],
    ['Watercolours', 1590],
    ['Skipping rope', 890],
  ),
};

export const OPINIONS = [
  { rating: 5, text: 'Even nicer than in the picture.' },
  { rating: 5, text: 'Bought a second one for my sister.' },
  { rating: 4, text: 'Good quality, took a week to arrive.' },
  { rating: 4, text: 'Does what it should.' },
  { rating: 3, text: 'Fine, but smaller than I thought.' },
  { rating: 2, text: 'The colour came off after a month.' },
  { rating: 1, text: 'Arrived broken.' },
] as const;

export const QUESTIONS = [
  { subject: 'Where is my parcel?', text: 'The tracking page has not changed for three days.' },
  { subject: 'Wrong item in the box', text: 'I ordered a mug and got a teapot.' },
  { subject: 'Invoice needed', text: 'Please send me an invoice with my company name on it.' },
  { subject: 'Damaged on arrival', text: 'The box was crushed and the content is broken.' },
  { subject: 'Change of address', text: 'I have moved. Can you send it to my new place?' },
] as const;
