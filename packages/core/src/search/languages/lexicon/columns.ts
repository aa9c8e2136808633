/**
 * The languages of the lexicon, in the order of its columns. A line is one concept: the English words first, then the words
 * of each language, separated by spaces. A word also matches with an ending (`erstell` matches `erstellen`), unless a dot
 * closes it (`see.`). An underscore joins the words of a phrase, which may have function words between them.
 */
export const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'zh', 'ja', 'ru', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];
