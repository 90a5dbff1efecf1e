/** The channel of PostgreSQL on which the triggers tell what changed. */
export const pokeChannel = 'lamplight_poke'
