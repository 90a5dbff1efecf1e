import type { HideableColumn } from '../../../domain/virtual-ward/options'
import { monitoringTexts } from '../../../texts/monitoring'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { ValueTile } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { beforeNote, checkupNotes, outsideWindow, reasonWords, scoreNotes } from '../../../ui/risk'
import { isGrave, type ShownScore } from '../../../domain/virtual-ward/shown-score'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { useTicked } from '../../../ui/time'
import type { ShownData } from '../card-data.view'
import { shownTiles } from '../card.view'
import { useAgedTiles, useAges } from '../use-shown-age'
import styles from './PatientCard.module.css'

// The parts of a card that say an age are components of their own: with every minute they are drawn
// anew, and not the card.

/**
 * The age of what a card shows, of check-up and monitoring each, the newest first. Alone where the
 * values are hidden.
 */
export function CardAge({
  data,
  isAlone,
}: {
  readonly data: ShownData
  readonly isAlone: boolean
}) {
  const t = virtualWardTexts(useEdition()).card
  const m = monitoringTexts(useEdition()).card
  const ages = useAges(data.sources.map(({ endedAt }) => endedAt))
  return data.sources.map(({ source }, at) => {
    const age = ages[at] ?? ''
    return (
      <span key={source} className={styles['age']}>
        {isAlone && data.sources.length === 1
          ? age
          : (source === 'monitoring' ? m.age : t.checkup)(age)}
      </span>
    )
  })
}

/**
 * What the score does not say by itself: what the newest check-up lacks, and the last score that
 * the history window leaves out.
 */
export function CardBeside({
  patient,
  shown,
  isEmpty,
}: {
  readonly patient: VirtualWardPatient
  readonly shown: ShownScore
  readonly isEmpty: boolean
}) {
  const edition = useEdition()
  const outside = useTicked((now) => (isEmpty ? outsideWindow(patient, now, edition) : null))
  const notes = useTicked((now) => scoreNotes(shown, now, edition).join(' '))
  const before = useTicked((now) => beforeNote(patient, now, edition))
  const words = [outside ?? notes, ...checkupNotes(patient, edition), before]
    .filter((part) => part !== '')
    .join(' ')
  return words === '' ? null : <span className={styles['beside']}>{words}</span>
}

/** Why the patient scores, in words; nothing where nothing that counts does. */
function CardReason({ patient }: { readonly patient: VirtualWardPatient }) {
  const edition = useEdition()
  const words = useTicked((now) => reasonWords(patient, now, edition))
  return words === '' ? null : (
    <p className={styles['reason']} title={words}>
      {words}
    </p>
  )
}

/**
 * Why the patient scores and the seven values. A value says how old it is where it is older than
 * the newest beside it, and once it is too old.
 */
export function CardTiles({
  patient,
  shown,
  data,
  hidden,
}: {
  readonly patient: VirtualWardPatient
  readonly shown: ShownScore
  readonly data: ShownData
  readonly hidden: readonly HideableColumn[]
}) {
  const aged = useAgedTiles(patient, data)
  const seen = shownTiles(data.tiles, hidden)
  return (
    <div className={styles['values']}>
      <CardReason patient={patient} />
      <div className={styles['tiles']}>
        {aged
          .filter(({ tile }) => seen.includes(tile))
          .map(({ tile: { key, measured: _measured, ...tile }, age, isStale }) => (
            <ValueTile
              key={key}
              {...tile}
              size="row"
              stale={isStale}
              grave={isGrave(shown)}
              age={age}
            />
          ))}
      </div>
    </div>
  )
}
