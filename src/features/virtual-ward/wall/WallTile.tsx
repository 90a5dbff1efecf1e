import { memo } from 'react'
import { shownOpen } from '../../../domain/alerts/alert'
import type { IdentityDisplay } from '../../../domain/identity/display'
import { monitoringHealth } from '../../../domain/monitoring/health'
import { dueOf } from '../../../domain/virtual-ward/due'
import { toldRisk } from '../../../domain/virtual-ward/standing'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../../texts/board'
import { monitoringTexts } from '../../../texts/monitoring'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { wallTexts as t } from '../../../texts/wall'
import { ScoreDisc, ValueTile } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { healthWord } from '../../../ui/monitoring'
import { besideScore, riskWords } from '../../../ui/risk'
import { useTicked } from '../../../ui/time'
import { identityOf } from '../card-display'
import { shownData } from '../card-data.view'
import { useIsRiskStale, useIsShownStale, useShownAge } from '../use-shown-age'
import { worstTiles } from './wall.view'
import styles from './Wall.module.css'

export interface WallTileProps {
  readonly patient: VirtualWardPatient
  readonly identity: IdentityDisplay
  /** The time of what is shown, in words, while the wall is not live; null while it is. */
  readonly notLive: string | null
}

function Tile({ patient, identity, notLive }: WallTileProps) {
  const edition = useEdition()
  const { heading, identifier } = identityOf(patient, identity, boardTexts(edition).card)
  const m = monitoringTexts(edition)
  const { card } = virtualWardTexts(edition)
  const data = shownData(patient, edition, m)
  const age = useShownAge(data)
  const stale = useIsShownStale(patient, data)
  const behind = useShownAge(data?.behind ?? null, stale)
  // The status tells the risk that stands.
  const isRiskStale = useIsRiskStale(patient)
  const { continuousMonitoringSession: session, latestContinuousMonitoring: bucket } = patient
  const words = useTicked((now) => besideScore(patient, data, now, edition))
  const { standing } = dueOf(patient)
  const level = useTicked((now) => monitoringHealth(session, bucket, now)?.overall ?? null)
  const health = useTicked((now) => {
    const found = monitoringHealth(session, bucket, now)
    return found === null ? '' : healthWord(found, m.health)
  })
  const alerts = shownOpen(patient.alerts).length
  const { tiles, more } = worstTiles(data?.tiles ?? [])
  return (
    <li
      className={styles['tile']}
      data-status={statusLine(alerts, toldRisk(standing))}
      data-stale={isRiskStale}
      data-live={notLive === null}
    >
      <div className={styles['who']}>
        <h2>{heading}</h2>
        {identifier !== null && <p>{identifier}</p>}
        <p>{patient.wardAdmission?.ward.name ?? card.noWard}</p>
        {/* The colour of the edge, for who does not see it. */}
        <span className="visually-hidden">{riskWords(standing, isRiskStale, edition)}</span>
        {alerts > 0 && <strong>{t.alerts(alerts)}</strong>}
      </div>
      {data === null ? (
        <p className={styles['nothing']}>{t.noReading}</p>
      ) : (
        <>
          <ScoreDisc
            size="wall"
            total={data.total}
            missing={data.missing}
            singleThree={data.singleThree}
            staleAge={stale ? age : null}
          />
          <div className={styles['values']}>
            {tiles.length === 0 ? (
              <p>
                {data.tiles.every(({ value }) => value === null)
                  ? t.unmeasured
                  : quietText(data.missing > 0, stale)}
              </p>
            ) : (
              tiles.map(({ key, ...tile }) => (
                <ValueTile key={key} {...tile} size="wall" stale={stale} />
              ))
            )}
            {more > 0 && <p>{t.more(more)}</p>}
          </div>
        </>
      )}
      {words !== null && <p className={styles['beside']}>{words}</p>}
      <p className={styles['age']}>
        {data !== null && (
          <span>{(data.kind === 'monitoring' ? m.card.age : card.checkup)(age ?? '')}</span>
        )}
        {behind !== null && <span>{m.card.behind(behind)}</span>}
        {level !== null && <span data-level={level}>{m.health.label(health)}</span>}
        {notLive !== null && <strong>{notLive}</strong>}
      </p>
    </li>
  )
}

/** Where nothing scores: a partial reading is never said to be a whole one. */
const quietText = (isPartial: boolean, isOld: boolean): string => {
  if (isPartial) return isOld ? t.quietPartialThen : t.quietPartial
  return isOld ? t.quietThen : t.quiet
}

/**
 * One patient on the wall: who, the total, the values that score most, and their age. Nothing to
 * press.
 */
export const WallTile = memo(Tile)
