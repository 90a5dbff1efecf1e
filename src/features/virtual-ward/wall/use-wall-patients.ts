import { useState } from 'react'
import { virtualWard } from '../../../data/virtual-ward'
import { useResource } from '../../../engine/react'
import { defaultHistoryHours, defaultOrder } from '../../../domain/virtual-ward/options'
import { inWindow } from '../../../domain/virtual-ward/order'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { fixedTiles, wallPage, wallPages } from '../../../domain/virtual-ward/wall'
import { useNow } from '../../../ui/time'
import { useAutomaticRefresh } from '../use-automatic-refresh'
import { useTurns } from './use-wall-window'
import { needsSomebody } from './wall.view'

/** A page is shown so long before the next one, milliseconds. */
const turnMs = 15_000
/** Asked by the clock too, in case nobody tells. */
const refreshMs = 30_000
const wanted = { sort: defaultOrder, withCheckupsInLastHours: defaultHistoryHours }

/**
 * The patients of a wall with `slots` tiles: those who need somebody stay, the others turn. Until
 * the next page is read the previous one stays.
 */
export const useWallPatients = (slots: number, offline: boolean) => {
  const [pages, setPages] = useState(1)
  const [fixed, setFixed] = useState(0)
  const turns = useTurns(pages, turnMs)
  const now = useNow()
  const page = wallPage(turns.at, pages)
  const take = Math.max(1, slots - fixed)
  const worst = useResource(virtualWard, { ...wanted, take: slots, skip: 0 })
  const turning = useResource(virtualWard, { ...wanted, take, skip: fixed + page * take })
  const { freshness, total } = worst
  useAutomaticRefresh(refreshMs, freshness.checkedAt, async () => {
    await Promise.all([worst.refresh(), turning.refresh()])
  })
  const needed = total === null ? pages : wallPages(total - fixed, take)
  if (needed !== pages) setPages(needed)
  const stay = fixedTiles(
    worst.rows.map((row) => needsSomebody(row, now)),
    slots,
  )
  if (worst.ready && stay !== fixed) setFixed(stay)
  const [kept, setKept] = useState<readonly VirtualWardPatient[] | null>(null)
  const first = worst.rows.slice(0, fixed)
  const read = [...first, ...turning.rows.filter(({ id }) => first.every((one) => one.id !== id))]
  const isOther =
    kept === null || read.length !== kept.length || read.some((row, at) => row !== kept[at])
  if (worst.ready && turning.ready && isOther) setKept(read)
  // Online every pull arranges the rows; offline only this clock moves the window.
  const shown = offline
    ? (kept?.map((row) => inWindow(row, defaultHistoryHours, now)) ?? null)
    : kept
  return {
    page,
    pages,
    shown,
    total,
    reading: worst,
    problem: worst.problem ?? turning.problem,
    turns,
  }
}
