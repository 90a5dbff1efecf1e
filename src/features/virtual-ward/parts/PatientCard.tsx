import { ActionIcon } from '@mantine/core'
import { memo, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { gravestOf, shownOpen } from '../../../domain/alerts/alert'
import { ageOn } from '../../../domain/identity'
import { formatDate } from '../../../domain/time'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import { isNeverMeasured } from '../../../domain/virtual-ward/measured'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { statusLine } from '../../../domain/virtual-ward/status-line'
import { boardTexts } from '../../../texts/board'
import { SimilarNamesWarning } from '../../../ui/clinical'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { CriticalMarks } from '../../../ui/critical'
import { useEdition, useTexts } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { IconCheckup, IconDown, IconRecord } from '../../../ui/layout/icons'
import { MonitoringHealth } from '../../../ui/monitoring'
import { paths } from '../../../ui/paths'
import { PatientScore, riskWords, useShownScore } from '../../../ui/risk'
import { NextDue } from '../../../ui/schedule'
import { useTicked } from '../../../ui/time'
import { identityOf } from '../card-display'
import { shownData } from '../card-data.view'
import { CardAlerts } from './CardAlerts'
import { CardCare, CardStar } from './CardCare'
import { CardAge, CardBeside, CardTiles } from './CardData'
import { CardRhythm } from './CardRhythm'
import { CardDetail } from './CardDetail'
import { CardChange, CardTrend } from './CardTrend'
import styles from './PatientCard.module.css'

export interface PatientCardProps {
  readonly patient: VirtualWardPatient
  readonly display: BoardDisplay
  /** When the user last looked at the board before now, epoch milliseconds; null: never. */
  readonly lookedMs: number | null
}

/**
 * The patient, as far as the display says. `open`: the detail says whether there is an admission.
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
  const born = t.age(years, formatDate(patient.birthDate, edition))
  return (
    <div className={styles['identity']}>
      <h3 id={id}>
        <Link to={paths.patient(patient.id)}>{heading}</Link>
        {isFull && <SimilarNamesWarning count={patient.numSimilarNames} />}
      </h3>
      {isFull && <p>{patient.numSimilarNames > 0 ? <strong>{born}</strong> : born}</p>}
      <p className={styles['where']}>
        {identifier !== null && kind !== undefined && (
          <span>{`${texts.ui.patient.identifiers[kind]} ${identifier}`}</span>
        )}
        {(patient.wardAdmission !== null || !open) && (
          <span>{patient.wardAdmission?.ward.name ?? t.noWard}</span>
        )}
        <CriticalMarks patient={patient} />
      </p>
      <CardAlerts patient={patient} shownAs={shownAs} />
      <CardRhythm patient={patient} />
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
  const data = shownData(patient, edition)
  const shown = useShownScore(patient)
  const checkup = patient.latestCheckup
  const { called, shownAs } = identityOf(patient, display.identity, boardTexts(edition).card)
  const unresolved = shownOpen(patient.alerts)
  const alerts = unresolved.length
  const status = statusLine(gravestOf(unresolved), shown.risk)
  const words = alerts > 0 ? t.openAlerts(alerts) : riskWords(shown, edition)
  const health = (
    <MonitoringHealth
      session={patient.continuousMonitoringSession}
      bucket={patient.latestContinuousMonitoring}
      compact
    />
  )
  const care = <CardCare patient={patient} hidden={display.hidden} shownAs={shownAs} />
  return (
    <li className={styles['card']} data-status={status} data-stale={shown.isStale}>
      <article aria-labelledby={`${id}-name`} className={styles['row']}>
        <span
          className={styles['status']}
          data-status={status}
          data-stale={shown.isStale}
          title={words}
        >
          <span className="visually-hidden">{words}</span>
        </span>
        <Identity patient={patient} display={display} id={`${id}-name`} open={open} />
        {data === null ? (
          <div className={styles['nothing']}>
            <p>{isNeverMeasured(patient) ? t.neverMeasured : t.noCheckups}</p>
            <CardBeside patient={patient} shown={shown} isEmpty />
            {health}
            <NextDue patient={patient} compact />
            {care}
          </div>
        ) : (
          <>
            <div className={styles['score']}>
              <PatientScore shown={shown} valuesAtMs={Date.parse(data.sources[0].endedAt)} />
              <span className={styles['when']}>
                <CardAge data={data} isAlone={display.hidden.includes('latestCheckupInfo')} />
                {health}
              </span>
              {care}
            </div>
            <div className={styles['trend']}>
              <CardBeside patient={patient} shown={shown} isEmpty={false} />
              <CardTrend patient={patient} />
              <NextDue patient={patient} compact />
              <CardChange patient={patient} lookedMs={lookedMs} />
            </div>
            <CardTiles patient={patient} shown={shown} data={data} hidden={display.hidden} />
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

/** One patient as one row of the board. Drawn again only when this patient's row changes. */
export const PatientCard = memo(Card)
