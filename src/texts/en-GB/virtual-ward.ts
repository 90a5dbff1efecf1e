/** Texts of the virtual-ward area, UK edition. */
export const virtualWard = {}
