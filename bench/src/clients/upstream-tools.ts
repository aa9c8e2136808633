/** A JSON Schema of one parameter. */
type Parameter = Record<string, string | number | string[]>;

/** A tool of an invented server. Its answer comes from `ANSWERS` of `programs/upstream.ts`, or repeats its input. */
export interface UpstreamTool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Parameter>>;
  readonly required?: readonly string[];
  readonly readOnly?: boolean;
}

const text = (description: string) => ({ type: 'string', description });
const date = (description: string) => ({ type: 'string', description: `${description}, as YYYY-MM-DD` });
const count = (description: string) => ({ type: 'integer', minimum: 1, maximum: 500, description });
const choice = (description: string, ...values: string[]) => ({ type: 'string', enum: values, description });

const read = (
  name: string,
  description: string,
  properties: UpstreamTool['properties'],
  ...required: string[]
): UpstreamTool => ({ name, description, properties, required, readOnly: true });
const write = (
  name: string,
  description: string,
  properties: UpstreamTool['properties'],
  ...required: string[]
): UpstreamTool => ({ name, description, properties, required });

/**
 * The servers behind the gateway, by name. Together they have more tools than `auto` lists directly. `sizes` are
 * the package sizes of this run: random words, so that only an answer of the gateway can tell them to the model.
 */
export function upstreamTools(sizes: readonly string[]): Readonly<Record<string, readonly UpstreamTool[]>> {
  const article = text('Article number, such as A-100');
  const book = text('Number of the book');
  return {
    warehouse: [
      read('count_boxes', 'Tell how many boxes of an article stand on the shelves.', { article }, 'article'),
      read('draw_shelf_plan', 'Draw the shelf of an article as a picture.', { article }, 'article'),
      write(
        'order_packing',
        'Order the packing of an article for a customer.',
        { article, size: choice('Size of the package', ...sizes), gift: { type: 'boolean', description: 'Wrap it' } },
        'article',
        'size',
      ),
      write('move_boxes', 'Move boxes to another shelf.', {
        article,
        shelf: text('New shelf'),
        boxes: count('How many'),
      }),
      write('scrap_article', 'Write off damaged goods.', { article, reason: text('What is broken') }, 'article'),
      read('list_suppliers', 'List the companies that deliver goods.', { country: text('Two letters') }),
    ],
    weather: [
      read(
        'get_forecast',
        'Weather of the next days at a place.',
        { place: text('Town'), days: count('Days') },
        'place',
      ),
      read('get_tides', 'Times of high and low water in a harbor.', { harbor: text('Harbor'), day: date('The day') }),
      read('get_pollen', 'Pollen in the air at a place.', { place: text('Town') }, 'place'),
      read('list_storm_warnings', 'Warnings about storms that are in force.', { region: text('Region') }),
      read('get_sunrise', 'When the sun rises and sets.', { place: text('Town'), day: date('The day') }, 'place'),
    ],
    library: [
      read(
        'find_books',
        'Find books by title, author or subject.',
        { words: text('Words'), limit: count('Most') },
        'words',
      ),
      write('lend_book', 'Lend a book to a reader.', { book, reader: text('Library card') }, 'book', 'reader'),
      write('return_book', 'Take a book back from a reader.', { book }, 'book'),
      read('list_overdue', 'List books whose reader is late.', { since: date('First day') }),
      write('buy_book', 'Buy a book for the library.', { title: text('Title'), copies: count('Copies') }, 'title'),
    ],
    travel: [
      read('find_trains', 'Find trains between two stations.', { from: text('Start'), to: text('End') }, 'from', 'to'),
      read('find_hotels', 'Find hotels in a city.', { city: text('City'), night: date('First night') }, 'city'),
      write('book_seat', 'Book a seat on a train.', { train: text('Train number'), seat: text('Seat') }, 'train'),
      write('cancel_trip', 'Cancel a trip and ask for the money back.', { trip: text('Trip number') }, 'trip'),
      read('get_visa_rules', 'Say which papers a traveler needs.', { country: text('Two letters') }, 'country'),
    ],
    kitchen: [
      read('find_recipes', 'Find recipes by ingredients.', { ingredients: text('With commas') }, 'ingredients'),
      read('convert_amount', 'Convert cups and spoons to grams.', { amount: text('Such as 2 cups') }, 'amount'),
      write('plan_menu', 'Plan the meals of a week.', { people: count('Guests'), diet: text('Diet') }, 'people'),
      write('set_timer', 'Start a timer for the oven.', { minutes: count('Minutes') }, 'minutes'),
      read('get_nutrition', 'Energy, fat and sugar of a meal.', { meal: text('Meal') }, 'meal'),
    ],
    garden: [
      read('get_watering', 'When the beds were watered.', { bed: text('Bed') }),
      write('start_watering', 'Water a bed.', { bed: text('Bed'), minutes: count('Minutes') }, 'bed'),
      read('name_plant', 'Name a plant from its leaves.', { leaves: text('What they look like') }, 'leaves'),
      write('plan_planting', 'Plan what grows in a bed.', { bed: text('Bed'), season: text('Season') }, 'bed'),
      read('list_pests', 'List insects that eat a plant.', { plant: text('Plant') }, 'plant'),
    ],
    archive: [
      read('find_letters', 'Find scanned letters.', { words: text('Words'), year: count('Year') }, 'words'),
      read('read_letter', 'Read a scanned letter.', { letter: text('Letter number') }, 'letter'),
      write('file_letter', 'Put a letter into a folder.', { letter: text('Letter number') }, 'letter'),
    ],
  };
}

/** The server that takes six seconds before it answers. */
export const SLOW_SERVER = 'archive';
export const SLOW_MS = 6_000;
/** The server that answers every request with 401. */
export const SIGN_IN_SERVER = 'payroll';
/** The server whose program ends at once. */
export const BROKEN_SERVER = 'printer';
/** A published server (`@modelcontextprotocol/server-everything`), and its tool that clients can call only as a task. */
export const TASK_SERVER = 'everything';
export const TASK_TOOL = 'simulate-research-query';
