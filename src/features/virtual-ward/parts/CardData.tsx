import type { HideableColumn } from '../../../domain/virtual-ward/options'
import { monitoringTexts } from '../../../texts/monitoring'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { ScoreDisc, ValueTile } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { besideScore } from '../../../ui/risk'
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
 * The age of what a card shows; where what it comes from is hidden, alone: no value is without its
 * age. And where that is monitoring that is too old to count, the age of the check-up that was made
 * after it.
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

/** What the score does not say by itself; nothing where it says all. */
export function CardBeside({
  patient,
  data,
}: {
  readonly patient: VirtualWardPatient
  readonly data: ShownData | null
}) {
  const edition = useEdition()
  const words = useTicked((now) => besideScore(patient, data, now, edition))
  return words === null ? null : <span className={styles['beside']}>{words}</span>
}

/** The total, and its age once that is too old. */
export function CardScore({ data: { total, missing, singleThree }, data, stale }: CardDataProps) {
  return (
    <ScoreDisc
      total={total}
      missing={missing}
      singleThree={singleThree}
      staleAge={useShownAge(data, stale)}
    />
  )
}

/** The seven values, and their age once they are too old. */
export function CardTiles({
  data,
  stale,
  hidden,
}: CardDataProps & { readonly hidden: readonly HideableColumn[] }) {
  const age = useShownAge(data, stale)
  return (
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
  )
}
