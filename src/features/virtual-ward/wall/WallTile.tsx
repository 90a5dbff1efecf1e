import { memo } from 'react'
import { gravestOf, shownOpen, statusPart } from '../../../domain/alerts/alert'
import type { IdentityDisplay } from '../../../domain/identity/display'
import { monitoringHealth } from '../../../domain/monitoring/health'
import { needsPerson, unsentOf } from '../../../domain/sync/unsent'
import { formatDate } from '../../../domain/time'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import { isNeverMeasured } from '../../../domain/virtual-ward/measured'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../../texts/board'
import { monitoringTexts } from '../../../texts/monitoring'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { wallTexts as t } from '../../../texts/wall'
import { UnsentObservations, UnsentRepeats } from '../../../ui/care'
import { rhythmWords, UnsentMark, ValueTile } from '../../../ui/clinical'
import { CriticalMarks } from '../../../ui/critical'
import { useEdition } from '../../../ui/edition'
import { healthWord } from '../../../ui/monitoring'
import {
  outsideWindow,
  beforeNote,
  checkupNotes,
  PatientScore,
  reasonBeside,
  riskWords,
  scoreNotes,
  useShownScore,
} from '../../../ui/risk'
import { NextDue } from '../../../ui/schedule'
import { useTicked } from '../../../ui/time'
import { isGrave, type ShownScore } from '../../../domain/virtual-ward/shown-score'
import { identityOf } from '../card-display'
import { shownData } from '../card-data.view'
import { useAgedTiles, useAges, type AgedTile } from '../use-shown-age'
import { alertWords, worstTiles } from './wall.view'
import styles from './Wall.module.css'

export interface WallTileProps {
  readonly patient: VirtualWardPatient
  readonly identity: IdentityDisplay
  /** What tells them from another one with the same initials. */
  readonly digits: string | null
  readonly birthDate: string | null
  /** The time of what is shown, in words, while the wall is not live; null while it is. */
  readonly notLive: string | null
}

function Tile({ patient, identity, digits, birthDate, notLive }: WallTileProps) {
  const edition = useEdition()
  const { heading, identifier } = identityOf(patient, identity, boardTexts(edition).card)
  const m = monitoringTexts(edition)
  const { card } = virtualWardTexts(edition)
  const data = shownData(patient, edition)
  const ages = useAges((data?.sources ?? []).map(({ endedAt }) => endedAt))
  const aged = useAgedTiles(patient, data)
  const shown = useShownScore(patient)
  const { continuousMonitoringSession: session, latestContinuousMonitoring: bucket } = patient
  const words = useTicked((now) =>
    [
      ...(data === null
        ? [outsideWindow(patient, now, edition) ?? '']
        : [reasonBeside(patient, now, edition), ...scoreNotes(shown, now, edition)]),
      ...checkupNotes(patient, edition),
      beforeNote(patient, now, edition),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
  const level = useTicked((now) => monitoringHealth(session, bucket, now)?.overall ?? null)
  const health = useTicked((now) => {
    const found = monitoringHealth(session, bucket, now)
    return found === null ? '' : healthWord(found, m.health)
  })
  const rhythm = useTicked((now) => rhythmWords(patient.rhythmEvents, now, edition)?.chip ?? null)
  const open = shownOpen(patient.alerts)
  const alerts = open.length
  const alert = useTicked((now) => alertWords(open, now, edition))
  const resolving = open.flatMap((alert) => unsentOf(alert, statusPart) ?? [])
  const [goes] = resolving.filter(({ state }) => !needsPerson(state))
  const { tiles, more } = worstTiles(aged)
  return (
    <li
      className={styles['tile']}
      data-status={statusLine(gravestOf(open), shown.risk)}
      data-stale={shown.isStale}
      data-live={notLive === null}
    >
      <div className={styles['who']}>
        <h2>{heading}</h2>
        {identifier !== null && <p>{identifier}</p>}
        {identity === 'initials' && (digits !== null || birthDate !== null) && (
          <p>
            {[
              digits === null ? null : t.endsIn(digits),
              birthDate === null ? null : t.born(formatDate(birthDate, edition)),
            ]
              .filter((part) => part !== null)
              .join(', ')}
          </p>
        )}
        {(alerts > 0 || rhythm !== null) && (
          <p className={styles['marks']}>
            {alerts > 0 && <strong>{t.alerts(alerts)}</strong>}
            {rhythm !== null && <strong>{rhythm}</strong>}
          </p>
        )}
        <p>
          {patient.wardAdmission?.ward.name ?? card.noWard} <CriticalMarks patient={patient} />
        </p>
        {/* The colour of the edge, for who does not see it. */}
        <span className="visually-hidden">{riskWords(shown, edition)}</span>
        {alert !== null && <p className={styles['alert']}>{alert}</p>}
        <UnsentMark compact unsent={goes ?? null} what={t.resolving(resolving.length)} />
        <UnsentObservations compact patient={patient} />
        <UnsentRepeats compact patient={patient} />
        <NextDue patient={patient} onlyLate size="wall" />
      </div>
      {data === null ? (
        <p className={styles['nothing']}>
          {isNeverMeasured(patient) ? t.neverMeasured : t.noReading}
        </p>
      ) : (
        <div className={styles['shown']}>
          <PatientScore
            size="wall"
            shown={shown}
            valuesAtMs={Date.parse(data.sources[0].endedAt)}
          />
          <div className={styles['values']}>
            {tiles.length === 0 ? (
              <p>{quietText(aged, shown)}</p>
            ) : (
              tiles.map(({ tile: { key, measured: _measured, ...tile }, age, isStale }) => (
                <ValueTile
                  key={key}
                  {...tile}
                  size="wall"
                  stale={isStale}
                  grave={isGrave(shown)}
                  age={age}
                />
              ))
            )}
            {more > 0 && <p>{t.more(more)}</p>}
          </div>
        </div>
      )}
      {words !== '' && <p className={styles['beside']}>{words}</p>}
      <p className={styles['age']}>
        {data?.sources.map(({ source }, at) => (
          <span key={source}>
            {(source === 'monitoring' ? m.card.age : card.checkup)(ages[at] ?? '')}
          </span>
        ))}
        {level !== null && <span data-level={level}>{m.health.label(health)}</span>}
        {notLive !== null && <strong>{notLive}</strong>}
      </p>
    </li>
  )
}

/**
 * Where no value scores: neither is a partial reading said to be a whole one, nor a score in force
 * to be of what is shown.
 */
const quietText = (
  aged: readonly AgedTile[],
  { total, atLeast, notScored }: ShownScore,
): string => {
  const tiles = aged.map(({ tile }) => tile)
  if (tiles.every(({ value }) => value === null)) return t.unmeasured
  if (notScored !== null) return t.notJudged
  if ((total ?? atLeast ?? 0) > 0) return t.newerQuiet
  const isOld = aged.some(({ isStale }) => isStale)
  if (tiles.some(({ score }) => score === null)) return isOld ? t.quietPartialThen : t.quietPartial
  return isOld ? t.quietThen : t.quiet
}

/** One patient on the wall: name, total, the highest-scoring values, their age. No controls. */
export const WallTile = memo(Tile)
