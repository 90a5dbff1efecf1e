import type { HideableColumn } from '../../../domain/virtual-ward/options'
import { monitoringTexts } from '../../../texts/monitoring'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { ValueTile } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { beforeNote, outsideWindow, reasonWords, scoreNotes } from '../../../ui/risk'
import type { ShownScore } from '../../../domain/virtual-ward/shown-score'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { useTicked } from '../../../ui/time'
import type { ShownData } from '../card-data.view'
import { shownTiles } from '../card.view'
import { useShownAge } from '../use-shown-age'
import styles from './PatientCard.module.css'

// The parts of a card that say an age are components of their own: with every minute they are drawn
// anew, and not the card.

interface CardDataProps {
  readonly data: ShownData
  readonly stale: boolean
}

/**
 * The age of what a card shows. Alone where the values are hidden, and with the later check-up's
 * age where monitoring is too old to count.
 */
export function CardAge({ data, stale, isAlone }: CardDataProps & { readonly isAlone: boolean }) {
  const t = virtualWardTexts(useEdition()).card
  const m = monitoringTexts(useEdition())
  const age = useShownAge(data) ?? ''
  const behind = useShownAge(data.behind, stale)
  return (
    <>
      <span className={styles['age']}>
        {isAlone ? age : (data.kind === 'monitoring' ? m.card.age : t.checkup)(age)}
      </span>
      {behind !== null && <span className={styles['age']}>{m.card.behind(behind)}</span>}
    </>
  )
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
  const words = [outside ?? notes, before].filter((part) => part !== '').join(' ')
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

/** Why the patient scores, the seven values, and their age once they are too old. */
export function CardTiles({
  patient,
  data,
  stale,
  hidden,
}: CardDataProps & {
  readonly patient: VirtualWardPatient
  readonly hidden: readonly HideableColumn[]
}) {
  const age = useShownAge(data, stale)
  return (
    <div className={styles['values']}>
      <CardReason patient={patient} />
      <div className={styles['tiles']}>
        {shownTiles(data.tiles, hidden).map(({ key, ...tile }) => (
          <ValueTile
            key={key}
            {...tile}
            size="row"
            stale={stale}
            age={tile.value === null ? null : age}
          />
        ))}
      </div>
    </div>
  )
}
