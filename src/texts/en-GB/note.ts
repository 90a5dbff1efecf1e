/** Texts of the note area, UK edition. */
export const note = {}
