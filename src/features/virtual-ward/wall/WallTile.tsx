import { memo } from 'react'
import { shownOpen } from '../../../domain/alerts/alert'
import type { IdentityDisplay } from '../../../domain/identity/display'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../../texts/board'
import { wallTexts as t } from '../../../texts/wall'
import { ScoreDisc, ValueTile } from '../../../ui/clinical'
import { useEdition, useTexts } from '../../../ui/edition'
import { identityOf } from '../card-display'
import { cardTiles, hasSingleThree } from '../card.view'
import { useCheckupAge } from '../use-checkup-age'
import { worstTiles } from './wall.view'
import styles from './Wall.module.css'

export interface WallTileProps {
  readonly patient: VirtualWardPatient
  readonly identity: IdentityDisplay
  /** The time of what is shown, in words, while the wall is not live; null while it is. */
  readonly notLive: string | null
}

function Tile({ patient, identity, notLive }: WallTileProps) {
  const texts = useTexts()
  const edition = useEdition()
  const { heading, identifier } = identityOf(patient, identity, boardTexts(edition).card)
  const { age, stale } = useCheckupAge(patient)
  const checkup = patient.latestCheckup
  const alerts = shownOpen(patient.alerts).length
  const scores = checkup?.ewsScores ?? null
  const { tiles, more } = worstTiles(checkup === null ? [] : cardTiles(checkup, edition, texts))
  return (
    <li className={styles['tile']} data-status={statusLine(alerts, scores?.riskLevel ?? null)} data-live={notLive === null}>
      <div className={styles['who']}>
        <h2>{heading}</h2>
        {identifier !== null && <p>{identifier}</p>}
        <p>{patient.wardAdmission?.ward.name ?? texts.virtualWard.card.noWard}</p>
        {alerts > 0 && <strong>{t.alerts(alerts)}</strong>}
      </div>
      {checkup === null ? (
        <p className={styles['nothing']}>{t.noReading}</p>
      ) : (
        <>
          <ScoreDisc size="wall" total={scores?.totalScore ?? null} missing={scores?.missing ?? 0} singleThree={hasSingleThree(checkup)} staleAge={stale ? age : null} />
          <div className={styles['values']}>
            {tiles.length === 0 ? <p>{t.quiet}</p> : tiles.map(({ key, ...tile }) => <ValueTile key={key} {...tile} size="wall" stale={stale} />)}
            {more > 0 && <p>{t.more(more)}</p>}
          </div>
        </>
      )}
      <p className={styles['age']}>
        {checkup !== null && <span>{texts.virtualWard.card.checkup(age ?? '')}</span>}
        {notLive !== null && <strong>{notLive}</strong>}
      </p>
    </li>
  )
}

/** One patient on the wall: who, the total, the values that score most, and their age. Nothing to press. */
export const WallTile = memo(Tile)
