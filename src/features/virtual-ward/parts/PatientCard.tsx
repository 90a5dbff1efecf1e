import { ActionIcon } from '@mantine/core'
import { memo, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { shownOpen } from '../../../domain/alerts/alert'
import { ageOn } from '../../../domain/identity'
import { formatDate } from '../../../domain/time'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import { boardTexts } from '../../../texts/board'
import { monitoringTexts } from '../../../texts/monitoring'
import { ScoreDisc, SimilarNamesWarning, ValueTile } from '../../../ui/clinical'
import { useEdition, useTexts } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconCheckup, IconDown, IconRecord } from '../../../ui/layout/icons'
import { MonitoringHealth } from '../../../ui/monitoring'
import { paths } from '../../../ui/paths'
import { useTicked } from '../../../ui/time'
import { identityOf } from '../card-display'
import { shownData } from '../card-data.view'
import { shownTiles } from '../card.view'
import { useCheckupAge } from '../use-checkup-age'
import { useShownAge } from '../use-shown-age'
import { CardAlerts } from './CardAlerts'
import { CardCare, CardStar } from './CardCare'
import { CardDetail } from './CardDetail'
import { CardDue } from './CardDue'
import { CardChange, CardTrend } from './CardTrend'
import styles from './PatientCard.module.css'

export interface PatientCardProps {
  readonly patient: VirtualWardPatient
  readonly offline: boolean
  readonly display: BoardDisplay
  /** When the user last looked at the board before now, epoch milliseconds; null: never. */
  readonly lookedMs: number | null
}

/** Who the card is about, as far as the display says. */
function Identity({ patient, offline, display, id }: Pick<PatientCardProps, 'patient' | 'offline' | 'display'> & { readonly id: string }) {
  const texts = useTexts()
  const t = texts.virtualWard.card
  const edition = useEdition()
  const { heading, identifier, isFull } = identityOf(patient, display.identity, boardTexts(edition).card)
  const years = useTicked((now) => texts.ui.patient.age(ageOn(patient.birthDate, now)))
  const kind = patient.nationalIdentifier?.type
  return (
    <div className={styles['identity']}>
      <h3 id={id}>
        <Link to={paths.patient(patient.id)}>{heading}</Link>
        {isFull && <SimilarNamesWarning count={patient.numSimilarNames} />}
      </h3>
      {isFull && <p>{t.age(years, formatDate(patient.birthDate, edition))}</p>}
      <p className={styles['where']}>
        {identifier !== null && kind !== undefined && <span>{`${texts.ui.patient.identifiers[kind]} ${identifier}`}</span>}
        <span>{patient.wardAdmission?.ward.name ?? t.noWard}</span>
      </p>
      <CardAlerts patient={patient} offline={offline} />
    </div>
  )
}

function Card({ patient, offline, display, lookedMs }: PatientCardProps) {
  const texts = useTexts()
  const t = texts.virtualWard.card
  const edition = useEdition()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [grid, setGrid] = useState(display.grid)
  if (grid !== display.grid) {
    setGrid(display.grid)
    setOpen(false) // C386
  }
  const m = monitoringTexts(edition)
  const data = shownData(patient, edition, texts, m)
  const { age, stale } = useShownAge(patient, data)
  // The status tells the check-up's risk.
  const { stale: isRiskStale } = useCheckupAge(patient)
  const checkup = patient.latestCheckup
  const scores = checkup?.ewsScores ?? null
  const { called } = identityOf(patient, display.identity, boardTexts(edition).card)
  const alerts = shownOpen(patient.alerts).length
  const status = statusLine(alerts, scores?.riskLevel ?? null)
  const isReassuring = status === 'positive' || status === 'neutral'
  const risk = scores === null ? t.status.unknown : isRiskStale && isReassuring ? boardTexts(edition).status.stale : t.status[status]
  const words = alerts > 0 ? t.openAlerts(alerts) : risk
  const health = <MonitoringHealth session={patient.continuousMonitoringSession} bucket={patient.latestContinuousMonitoring} compact />
  const care = <CardCare patient={patient} offline={offline} hidden={display.hidden} />
  return (
    <li className={styles['card']} data-status={status}>
      <article aria-labelledby={`${id}-name`} className={styles['row']}>
        <span className={styles['status']} data-status={status} data-stale={isRiskStale} title={words}>
          <span className={styles['hidden']}>{words}</span>
        </span>
        <Identity patient={patient} offline={offline} display={display} id={`${id}-name`} />
        {data === null ? (
          <div className={styles['nothing']}>
            <p>{t.noCheckups}</p>
            {health}
            <CardDue patient={patient} />
            {care}
          </div>
        ) : (
          <>
            <div className={styles['score']}>
              <ScoreDisc
                total={data.total}
                missing={data.missing}
                singleThree={data.singleThree}
                staleAge={stale ? age : null}
              />
              {!display.hidden.includes('latestCheckupInfo') && <span className={styles['age']}>{(data.kind === 'monitoring' ? m.card.age : t.checkup)(age ?? '')}</span>}
              {health}
              {care}
            </div>
            <div className={styles['trend']}>
              <CardTrend patient={patient} />
              <CardDue patient={patient} />
              <CardChange patient={patient} lookedMs={lookedMs} />
            </div>
            <div className={styles['tiles']}>
              {shownTiles(data.tiles, display.hidden).map(({ key, ...tile }) => (
                <ValueTile key={key} {...tile} size="row" stale={stale} age={stale && tile.value !== null ? age : null} />
              ))}
            </div>
          </>
        )}
        <div className={styles['actions']}>
          <CardStar patient={patient} called={called} />
          {checkup !== null && (
            <Tooltip label={texts.virtualWard.detail.viewCheckup}>
              <ActionIcon component={Link} to={paths.checkup(patient.id, checkup.id)} aria-label={texts.virtualWard.detail.viewCheckup}>
                <IconCheckup />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={texts.virtualWard.detail.viewRecord}>
            <ActionIcon component={Link} to={paths.patient(patient.id)} aria-label={texts.virtualWard.detail.viewRecord}>
              <IconRecord />
            </ActionIcon>
          </Tooltip>
          <ActionIcon
            aria-label={open ? t.less(called) : t.more(called)}
            aria-expanded={open}
            aria-controls={`${id}-more`}
            className={styles['expand']}
            onClick={() => setOpen((was) => !was)}
          >
            <IconDown />
          </ActionIcon>
        </div>
      </article>
      {open && (
        <div id={`${id}-more`} className={styles['more']}>
          <CardDetail patient={patient} />
        </div>
      )}
    </li>
  )
}

/**
 * One patient as one row of the ward's board: status, who, score, seven values in the same place on every card, their age. Drawn
 * anew only when this patient's row changes: what comes in for one patient leaves the others alone.
 */
export const PatientCard = memo(Card)
