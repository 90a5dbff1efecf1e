/** Texts of the checkup area, UK edition. */
export const checkup = {}
