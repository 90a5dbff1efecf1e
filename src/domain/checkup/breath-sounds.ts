/** From where a chest is listened to. */
export const chestViews = ['front', 'back'] as const
export type ChestView = (typeof chestViews)[number]

/** Where on it: left and right are the patient's own. */
export const quadrants = ['upper_left', 'upper_right', 'lower_left', 'lower_right'] as const
export type Quadrant = (typeof quadrants)[number]

/** One of the eight places. */
export interface ChestPlace {
  readonly view: ChestView
  readonly quadrant: Quadrant
}

/** A breath sound as a check-up names it. */
export interface BreathSound {
  readonly url: string
}

/** Whether a sound was heard at a place: its address says so, `front_upper_left` (C154). */
const isHeardAt = ({ url }: BreathSound, { view, quadrant }: ChestPlace): boolean =>
  url.includes(`${view}_${quadrant}`)

/** All eight, the front first. */
export const chestPlaces: readonly ChestPlace[] = chestViews.flatMap((view) =>
  quadrants.map((quadrant) => ({ view, quadrant })),
)

/** The addresses of a place's sounds, in the order sent: a place may have been recorded again. */
export const soundsAt = (sounds: readonly BreathSound[], place: ChestPlace): readonly string[] =>
  sounds.filter((sound) => isHeardAt(sound, place)).map(({ url }) => url)

/** How many do not say where they were heard. */
export const countUnplaced = (sounds: readonly BreathSound[]): number =>
  sounds.filter((sound) => !chestPlaces.some((place) => isHeardAt(sound, place))).length

/** The first place with a sound, else the first. */
export const firstPlace = (sounds: readonly BreathSound[]): ChestPlace =>
  chestPlaces.find((place) => soundsAt(sounds, place).length > 0) ?? {
    view: 'front',
    quadrant: 'upper_left',
  }

/**
 * The quadrants as they are seen on the screen, row by row: who looks at a chest from the front has
 * the patient's right on the left.
 */
export const quadrantsSeen = (view: ChestView): readonly Quadrant[] =>
  view === 'back' ? quadrants : ['upper_right', 'upper_left', 'lower_right', 'lower_left']

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** A position in a sound as mm:ss:ms (C156): minutes, seconds and milliseconds. */
export const playTime = (seconds: number): string => {
  const ms = Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : 0
  return `${digits(Math.floor(ms / 60_000), 2)}:${digits(Math.floor(ms / 1000) % 60, 2)}:${digits(ms % 1000, 3)}`
}
