import { useMemo } from 'react'
import type { Checkup } from '../../../domain/checkup/checkup'
import type { Edition } from '../../../domain/organization/organization'
import { checkupTexts } from '../../../texts/checkup'
import { patientTexts } from '../../../texts/patient'
import { useEdition } from '../../../ui/edition'
import { chartRows, chartValue, selectedActionText, totalCell } from '../../../ui/readings'
import { ObservationTable, type ObservationRow } from '../../../ui/table'
import { AttachmentsCell } from './AttachmentsCell'
import { DateHead } from './DateHead'
import { OximeterCell } from './OximeterCell'
import { OxygenCell } from './OxygenCell'
import { SoftSignsCell } from './SoftSignsCell'
import styles from './cells.module.css'

const rowsOf = (checkups: readonly Checkup[], edition: Edition): readonly ObservationRow[] => {
  const t = patientTexts(edition).vitals
  const { failed } = checkupTexts(edition).signal
  const values = chartRows(edition).map(({ key, heading, unit }): ObservationRow => ({
    id: key,
    label: heading,
    ...(unit === null ? {} : { unit }),
    cells: checkups.map((checkup) => {
      const { text, score } = chartValue(key, checkup, edition)
      if (key === 'spO2' && checkup.pulseOxiData !== null)
        return {
          value: <OximeterCell checkup={checkup} text={text ?? failed} />,
          score: text === null ? null : score,
        }
      // Nothing is known of the oxygen of a check-up without scores: the cell is empty, as
      // specified (C083).
      if (key === 'onOxygen' && text === '') return { value: <span />, score: null }
      if (
        key === 'onOxygen' &&
        text !== null &&
        (checkup.oxygenFlow !== null || checkup.oxygenFromFlag)
      )
        return { value: <OxygenCell mark={text} flow={checkup.oxygenFlow} />, score }
      return { value: text, score }
    }),
  }))
  return [
    ...values,
    {
      id: 'softSigns',
      label: t.rows.softSigns,
      cells: checkups.map((checkup) => ({ value: <SoftSignsCell checkup={checkup} /> })),
    },
    {
      id: 'attachments',
      label: t.rows.attachments,
      cells: checkups.map((checkup) => ({ value: <AttachmentsCell checkup={checkup} /> })),
    },
    {
      id: 'totalScore',
      label: t.rows.totalScore,
      strong: true,
      cells: checkups.map((checkup) => {
        const { text, band, missing } = totalCell(checkup.ewsScores, edition)
        const value =
          missing === 0 ? (
            text
          ) : (
            <span className={styles['total']}>
              {text} <small>{t.missing(missing)}</small>
            </span>
          )
        return { value, score: band, isScore: true }
      }),
    },
    {
      id: 'selectedAction',
      label: t.rows.selectedAction,
      cells: checkups.map((checkup) => ({
        value: (
          <span className={styles['action']}>
            {selectedActionText(checkup.selectedAction, edition)}
          </span>
        ),
      })),
    },
  ]
}

export interface CheckupChartProps {
  readonly patientId: string
  readonly checkups: readonly Checkup[]
  readonly narrow: boolean
  /** Columns of a full page. */
  readonly slots?: number
  /** Scores follow thresholds that are being moved. */
  readonly live?: boolean
}

/** The Patient Check-ups table as an observation chart, rows in the order of C073. */
export function CheckupChart({
  patientId,
  checkups,
  narrow,
  slots,
  live = false,
}: CheckupChartProps) {
  const edition = useEdition()
  const { vitals } = patientTexts(edition)
  const rows = useMemo(() => rowsOf(checkups, edition), [checkups, edition])
  return (
    <ObservationTable
      caption={vitals.heading}
      corner={vitals.rows.date}
      columns={checkups.map((checkup) => ({
        id: checkup.id,
        heading: <DateHead patientId={patientId} checkup={checkup} />,
      }))}
      rows={rows}
      labelWidth={narrow ? '104px' : '168px'}
      live={live}
      {...(slots === undefined ? {} : { slots })}
    />
  )
}
