import type { Edition } from '../../domain/organization/organization'
import { ownValues, type ValueSource } from '../../domain/virtual-ward/own-values'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { monitoringTexts } from '../../texts/monitoring'
import { failedAt, tilesOf, type CardTile, type TileKey } from './card.view'

/** Where values come from, and when it ended, ISO 8601. */
export interface DataSource {
  readonly source: ValueSource
  readonly endedAt: string
}

/** What a card shows of a patient: each value the newest of its own. */
export interface ShownData {
  readonly tiles: readonly CardTile[]
  /** The newest check-up, and the newest bucket that a value is of; the newest first. */
  readonly sources: readonly [DataSource, ...DataSource[]]
}

const monitored: readonly TileKey[] = ['spO2', 'rr', 'pulse', 'temp']

/** What the card shows; null: nothing was ever measured. */
export const shownData = (patient: VirtualWardPatient, edition: Edition): ShownData | null => {
  const checkup = patient.latestCheckup
  const { notMonitored } = monitoringTexts(edition).card
  // Of who is monitored and has no check-up nobody measured the rest, and it is not missing.
  const tiles = tilesOf(ownValues(patient), edition, failedAt(checkup), (key) =>
    checkup === null && !monitored.includes(key) ? notMonitored : undefined,
  )
  const monitoredAt = tiles.flatMap(({ measured }) =>
    measured?.source === 'monitoring' ? [measured.endedAt] : [],
  )
  const [newest, ...others] = [
    ...monitoredAt
      .toSorted()
      .slice(-1)
      .map((endedAt): DataSource => ({ source: 'monitoring', endedAt })),
    ...(checkup === null
      ? []
      : [{ source: 'checkup', endedAt: checkup.endedAt } satisfies DataSource]),
  ].toSorted((a, b) => Date.parse(b.endedAt) - Date.parse(a.endedAt))
  return newest === undefined ? null : { tiles, sources: [newest, ...others] }
}

/** True where a tile's value is older than the newest that stands beside it. */
export const isOlder = ({ sources: [newest] }: ShownData, tile: CardTile): boolean =>
  tile.measured !== null &&
  (tile.measured.source !== newest.source ||
    Date.parse(tile.measured.endedAt) < Date.parse(newest.endedAt))
