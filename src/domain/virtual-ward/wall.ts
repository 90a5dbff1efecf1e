/**
 * Tiles of a wall by the window's width and height in CSS pixels: six to twelve, fewer only where
 * six would not be read.
 */
export interface WallGrid {
  readonly columns: number
  readonly rows: number
}

/** A tile narrower or lower than this cannot be read from three metres, CSS pixels. */
const leastWidth = 400
const leastHeight = 270
/** The bars above and below the tiles. */
const bars = 150
const most: WallGrid = { columns: 4, rows: 3 }

/** How many tiles a window has room for, at most four by three. */
export const wallGrid = (width: number, height: number): WallGrid => ({
  columns: Math.max(1, Math.min(most.columns, Math.floor(width / leastWidth))),
  rows: Math.max(1, Math.min(most.rows, Math.floor((height - bars) / leastHeight))),
})

/** Pages that `patients` take, at least one. */
export const wallPages = (patients: number, { columns, rows }: WallGrid): number =>
  Math.max(1, Math.ceil(patients / (columns * rows)))

/** The page that is shown, counted from 0: what is left of the wanted one after patients left. */
export const wallPage = (wanted: number, pages: number): number =>
  ((wanted % pages) + pages) % pages

/** A round trip older than this is not live, milliseconds (the design's limit). */
const wallSilenceMs = 15_000

/**
 * Since when a wall is not live: null while it is. `isTold`: the server tells what changes;
 * `offline`: the last attempts failed; `lastContactAt`: the last exchange that worked, null before
 * the first. Instants in epoch milliseconds.
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
 * Milliseconds until a wall loads itself anew, once a night between three and five, where few look
 * at it: what a browser's page gathers in weeks goes. `hour`, `minute`: the local time; `chance` 0
 * to 1 spreads the walls of a house over the two hours.
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
