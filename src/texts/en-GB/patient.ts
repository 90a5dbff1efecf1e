/** Texts of the patient area, UK edition. */
export const patient = {}
