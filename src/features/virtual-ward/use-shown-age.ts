import { isCheckupImplausible } from '../../domain/checkup/stale'
import { elapsedWords } from '../../domain/time'
import { isValueStale, type DueRow } from '../../domain/virtual-ward/due'
import { useEdition, useTexts } from '../../ui/edition'
import { useTicked } from '../../ui/time'
import type { CardTile } from './card.view'
import { isOlder, type ShownData } from './card-data.view'

/** How old what ended at each of these times is, in words. `endedAt`: ISO 8601; null: ''. */
export const useAges = (endedAt: readonly (string | null)[]): readonly string[] => {
  const texts = useTexts()
  const edition = useEdition()
  const words = useTicked((now) =>
    endedAt
      .map((at) => {
        if (at === null) return ''
        return isCheckupImplausible(at, now)
          ? texts.ui.score.implausible
          : elapsedWords(Date.parse(at), now, edition)
      })
      .join('\n'),
  )
  return words.split('\n')
}

/** A tile with what the time says of its value. */
export interface AgedTile {
  readonly tile: CardTile
  /** Where it is older than the newest beside it, or too old; else null. */
  readonly age: string | null
  readonly isStale: boolean
}

/** The tiles of what a card shows, each with its age. */
export const useAgedTiles = (patient: DueRow, data: ShownData | null): readonly AgedTile[] => {
  const tiles = data?.tiles ?? []
  const ages = useAges(tiles.map(({ measured }) => measured?.endedAt ?? null))
  const stale = useTicked((now) =>
    tiles
      .map(({ measured }) => Number(measured !== null && isValueStale(patient, measured, now)))
      .join(''),
  )
  return tiles.map((tile, at) => {
    const isStale = stale[at] === '1'
    const isTold = tile.measured !== null && (isStale || (data !== null && isOlder(data, tile)))
    return { tile, age: isTold ? (ages[at] ?? null) : null, isStale }
  })
}
