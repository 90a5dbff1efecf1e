/** Tiles of a wall by window size in CSS pixels: at most twelve, as many as are whole in it. */
export interface WallGrid {
  readonly columns: number
  readonly rows: number
}

/** A tile narrower than this cannot be read from three metres, CSS pixels. */
const leastWidth = 400
/** With one alert, a score, three values beside or under it, and its age. What needs more is measured. */
const leastHeight = 365
/** The bars above and below the tiles. */
const bars = 160
const most: WallGrid = { columns: 4, rows: 3 }

/** How many tiles a window has room for, at most four by three. */
export const wallGrid = (width: number, height: number): WallGrid => ({
  columns: Math.max(1, Math.min(most.columns, Math.floor(width / leastWidth))),
  rows: Math.max(1, Math.min(most.rows, Math.floor((height - bars) / leastHeight))),
})

/** A way to lay out a wall: its grid, and the scale of what a tile says (1: as designed). */
export interface WallFit extends WallGrid {
  readonly scale: number
}

/** Below the last one, words of 20 px are too small for three metres. */
const scales = [1, 0.9, 0.8]

/**
 * The ways to lay out a wall, the best first: as many tiles as a window has room for, then smaller
 * words, then a row less. The first one with nothing cut is the one to show.
 */
export const wallFits = (width: number, height: number): readonly WallFit[] => {
  const { columns, rows } = wallGrid(width, height)
  return Array.from({ length: rows }, (_, less) =>
    scales.map((scale) => ({ columns, rows: rows - less, scale })),
  ).flat()
}

/** Pages that `patients` take, at least one; `slots`: tiles that turn. */
export const wallPages = (patients: number, slots: number): number =>
  Math.max(1, Math.ceil(patients / slots))

/**
 * How many of the worst patients stay on the screen while the others turn. `needs`: whether each
 * patient of the first page needs somebody, in the wall's order. A third of the tiles turns, so that
 * everybody is seen.
 */
export const fixedTiles = (needs: readonly boolean[], slots: number): number => {
  const first = needs.indexOf(false)
  const worst = first === -1 ? needs.length : first
  return Math.max(0, Math.min(worst, slots - Math.max(1, Math.ceil(slots / 3))))
}

/** The page that is shown, counted from 0: what is left of the wanted one after patients left. */
export const wallPage = (wanted: number, pages: number): number =>
  ((wanted % pages) + pages) % pages

/** A round trip older than this is not live, milliseconds (the design's limit). */
const wallSilenceMs = 15_000

/**
 * Since when a wall is not live, epoch ms; null: it is. `isTold`: pokes arrive; `offline`: the last
 * attempts failed; `lastContactAt`: the last exchange; null before the first.
 */
export const notLiveSince = (
  {
    isTold,
    offline,
    lastContactAt,
  }: { readonly isTold: boolean; readonly offline: boolean; readonly lastContactAt: number | null },
  nowMs: number,
): { readonly at: number | null } | null => {
  if (!offline && (isTold || (lastContactAt !== null && nowMs - lastContactAt < wallSilenceMs)))
    return null
  return { at: lastContactAt }
}

const night = { from: 3, to: 5 }

/**
 * Milliseconds until the nightly reload between three and five, which frees a page's memory.
 * `hour`, `minute`: local time; `chance` 0 to 1 spreads the walls over the two hours.
 */
export const msToNightlyReload = (
  { hour, minute }: { readonly hour: number; readonly minute: number },
  chance: number,
): number => {
  const at = (night.from + Math.min(0.999, Math.max(0, chance)) * (night.to - night.from)) * 60
  const now = hour * 60 + minute
  const minutes = at > now ? at - now : at + 24 * 60 - now
  return minutes * 60_000
}
