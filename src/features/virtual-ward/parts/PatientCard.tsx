import { ActionIcon } from '@mantine/core'
import { memo, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { shownOpen } from '../../../domain/alerts/alert'
import { ageOn } from '../../../domain/identity'
import { formatDate } from '../../../domain/time'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { dueOf } from '../../../domain/virtual-ward/due'
import { toldRisk } from '../../../domain/virtual-ward/standing'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import { boardTexts } from '../../../texts/board'
import { monitoringTexts } from '../../../texts/monitoring'
import { SimilarNamesWarning } from '../../../ui/clinical'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition, useTexts } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconCheckup, IconDown, IconRecord } from '../../../ui/layout/icons'
import { MonitoringHealth } from '../../../ui/monitoring'
import { paths } from '../../../ui/paths'
import { riskWords } from '../../../ui/risk'
import { useTicked } from '../../../ui/time'
import { identityOf } from '../card-display'
import { shownData } from '../card-data.view'
import { useIsRiskStale, useIsShownStale } from '../use-shown-age'
import { CardAlerts } from './CardAlerts'
import { CardCare, CardStar } from './CardCare'
import { CardAge, CardBeside, CardScore, CardTiles } from './CardData'
import { CardDetail } from './CardDetail'
import { CardDue } from './CardDue'
import { CardChange, CardTrend } from './CardTrend'
import styles from './PatientCard.module.css'

export interface PatientCardProps {
  readonly patient: VirtualWardPatient
  readonly display: BoardDisplay
  /** When the user last looked at the board before now, epoch milliseconds; null: never. */
  readonly lookedMs: number | null
}

/**
 * Who the card is about, as far as the display says. `open`: what is open below says whether there
 * is an admission.
 */
function Identity({
  patient,
  display,
  id,
  open,
}: Pick<PatientCardProps, 'patient' | 'display'> & {
  readonly id: string
  readonly open: boolean
}) {
  const texts = useTexts()
  const edition = useEdition()
  const t = virtualWardTexts(edition).card
  const { heading, identifier, isFull, shownAs } = identityOf(
    patient,
    display.identity,
    boardTexts(edition).card,
  )
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
        {identifier !== null && kind !== undefined && (
          <span>{`${texts.ui.patient.identifiers[kind]} ${identifier}`}</span>
        )}
        {(patient.wardAdmission !== null || !open) && (
          <span>{patient.wardAdmission?.ward.name ?? t.noWard}</span>
        )}
      </p>
      <CardAlerts patient={patient} shownAs={shownAs} />
    </div>
  )
}

function Card({ patient, display, lookedMs }: PatientCardProps) {
  const edition = useEdition()
  const { card: t, detail } = virtualWardTexts(edition)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [grid, setGrid] = useState(display.grid)
  if (grid !== display.grid) {
    setGrid(display.grid)
    setOpen(false) // C386
  }
  const data = shownData(patient, edition, monitoringTexts(edition))
  const stale = useIsShownStale(patient, data)
  // The status tells the risk that stands.
  const isRiskStale = useIsRiskStale(patient)
  const checkup = patient.latestCheckup
  const { standing } = dueOf(patient)
  const { called, shownAs } = identityOf(patient, display.identity, boardTexts(edition).card)
  const alerts = shownOpen(patient.alerts).length
  const status = statusLine(alerts, toldRisk(standing))
  const words = alerts > 0 ? t.openAlerts(alerts) : riskWords(standing, isRiskStale, edition)
  const health = (
    <MonitoringHealth
      session={patient.continuousMonitoringSession}
      bucket={patient.latestContinuousMonitoring}
      compact
    />
  )
  const care = <CardCare patient={patient} hidden={display.hidden} shownAs={shownAs} />
  return (
    <li className={styles['card']} data-status={status} data-stale={isRiskStale}>
      <article aria-labelledby={`${id}-name`} className={styles['row']}>
        <span
          className={styles['status']}
          data-status={status}
          data-stale={isRiskStale}
          title={words}
        >
          <span className="visually-hidden">{words}</span>
        </span>
        <Identity patient={patient} display={display} id={`${id}-name`} open={open} />
        {data === null ? (
          <div className={styles['nothing']}>
            <p>{t.noCheckups}</p>
            <CardBeside patient={patient} data={data} />
            {health}
            <CardDue patient={patient} />
            {care}
          </div>
        ) : (
          <>
            <div className={styles['score']}>
              <CardScore data={data} stale={stale} />
              <span className={styles['when']}>
                <CardAge
                  data={data}
                  stale={stale}
                  isAlone={display.hidden.includes('latestCheckupInfo')}
                />
                {health}
              </span>
              {care}
            </div>
            <div className={styles['trend']}>
              <CardBeside patient={patient} data={data} />
              <CardTrend patient={patient} />
              <CardDue patient={patient} />
              <CardChange patient={patient} lookedMs={lookedMs} />
            </div>
            <CardTiles data={data} stale={stale} hidden={display.hidden} />
          </>
        )}
        <div className={styles['actions']}>
          <CardStar patient={patient} shownAs={shownAs} />
          {checkup !== null && (
            <Tooltip label={detail.viewCheckup}>
              <ActionIcon
                component={Link}
                to={paths.checkup(patient.id, checkup.id)}
                aria-label={detail.viewCheckup}
              >
                <IconCheckup />
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label={detail.viewRecord}>
            <ActionIcon
              component={Link}
              to={paths.patient(patient.id)}
              aria-label={detail.viewRecord}
            >
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
          <CardDetail patient={patient} shownAs={shownAs} isEmpty={data === null} />
        </div>
      )}
    </li>
  )
}

/**
 * One patient as one row of the ward's board: status, who, score, seven values in the same place on
 * every card, their age. Drawn anew only when this patient's row changes: what comes in for one
 * patient leaves the others alone.
 */
export const PatientCard = memo(Card)
