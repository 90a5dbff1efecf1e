/** The US edition words /welcome as the UK edition does. */
export const welcome = {}
