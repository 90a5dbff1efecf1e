import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { deviceReport, noReport, reportLists, type ReportToggles } from '../../domain/report/device'
import {
  aggregateHours,
  fittingHours,
  usualHours,
  type AggregateHours,
} from '../../domain/report/period'
import { clinicalZone, periodRange, type Period } from '../../domain/time'
import { useOffline } from '../../engine/react'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../ui/feedback'
import type { PatientTabProps } from '../../ui/room'
import { readNow } from '../../ui/time'
import { PeriodChoice } from '../../ui/timeline'
import type { Source } from './report.view'
import { Pdf } from './Pdf'
import { Sheet } from './Sheet'
import { useHeld } from './use-held'
import type { ReportBase } from './load-report'
import { useReport } from './use-report'
import styles from './reports.module.css'

const usualPeriod: Period = { kind: 'last', hours: 168 }
const everything: ReportToggles = {
  aggregates: true,
  softSigns: true,
  checkups: true,
  notes: true,
  alerts: true,
  wardAdmissions: true,
}

/** In whole milliseconds: the server's clock less the device's has parts of one. */
const nowMs = (): number => Math.floor(readNow())

/** The server knows everything up to when it was asked. */
const serverSource = (asOf: number): Source => {
  const span = { from: -Infinity, to: asOf }
  return {
    kind: 'server',
    asOf,
    known: { checkups: span, notes: span, alerts: span, wardAdmissions: span },
  }
}

/** What is chosen, and when: the end of a length up to now stands still until it is asked anew. */
const useChoice = () => {
  const [chosen, setChosen] = useState<{ readonly period: Period; readonly madeAt: number }>(
    () => ({
      period: usualPeriod,
      madeAt: nowMs(),
    }),
  )
  const [wanted, setWanted] = useState<AggregateHours | null>(null)
  const [toggles, setToggles] = useState<ReportToggles>(everything)
  const range = useMemo(() => periodRange(chosen.period, chosen.madeAt), [chosen])
  const fitting = fittingHours(range)
  const hours = wanted !== null && fitting.includes(wanted) ? wanted : usualHours(range)
  return {
    ...chosen,
    range,
    fitting,
    hours,
    toggles,
    choose: (period: Period) => setChosen({ period, madeAt: nowMs() }),
    update: () => setChosen(({ period }) => ({ period, madeAt: nowMs() })),
    chooseHours: setWanted,
    toggle: (list: keyof ReportToggles) =>
      setToggles((before) => ({ ...before, [list]: !before[list] })),
  }
}

/**
 * /patient/:id/reports (C018, C019, C024): the report of a period to look at and to print. Offline
 * it is made of what this device holds.
 */
export function ReportsTab({ patient }: PatientTabProps) {
  const edition = useEdition()
  const t = reportsTexts(edition)
  const offline = useOffline()
  const choice = useChoice()
  const { range, hours, toggles, madeAt } = choice
  const zone = clinicalZone()
  const isNothing = reportLists.every((list) => !toggles[list])
  const lists = useMemo(() => reportLists.filter((list) => toggles[list]), [toggles])
  const base = useMemo(
    (): ReportBase => ({
      patientId: patient.id,
      start: new Date(range.from).toISOString(),
      end: new Date(range.to).toISOString(),
      aggregateIntervalHours: hours,
      timeZone: zone,
    }),
    [patient.id, range, hours, zone],
  )
  const asked = useMemo(() => ({ ...base, ...toggles }), [base, toggles])
  const server = useReport({ base, lists, madeAt, isOn: !offline })
  const isLoaded = lists.every((list) => server.lists[list] !== undefined)
  const isHeld = !isLoaded && (offline || server.problem !== null)
  const device = useHeld(patient)
  const { held, ready, asOf } = device
  const report = useMemo(() => {
    if (isLoaded) return { ...noReport, ...server.lists }
    return isHeld && ready ? deviceReport(held, range, hours, zone, everything) : null
  }, [isLoaded, isHeld, ready, server.lists, held, range, hours, zone])
  const source = useMemo(
    (): Source =>
      isHeld ? { kind: 'device', asOf, known: held.known } : serverSource(server.asOf ?? madeAt),
    [isHeld, asOf, held.known, server.asOf, madeAt],
  )
  return (
    <div className={styles['root']}>
      <section className={styles['controls']} aria-labelledby="report-heading">
        <h2 id="report-heading">{t.heading}</h2>
        <p className={styles['quiet']}>{t.text}</p>
        <PeriodChoice value={choice.period} onChange={choice.choose} />
        <NativeSelect
          className={styles['hours'] ?? ''}
          label={t.interval}
          value={String(hours)}
          data={choice.fitting.map((each) => ({ value: String(each), label: t.hours(each) }))}
          onChange={(event) =>
            choice.chooseHours(
              aggregateHours.find((each) => String(each) === event.currentTarget.value) ?? null,
            )
          }
        />
        <fieldset className={styles['toggles']}>
          <legend>{t.contents}</legend>
          {reportLists.map((list) => (
            <Checkbox
              key={list}
              label={t.lists[list]}
              checked={toggles[list]}
              onChange={() => choice.toggle(list)}
            />
          ))}
        </fieldset>
        <div className={styles['actions']}>
          <Button disabled={report === null || isNothing} onClick={() => window.print()}>
            {t.print}
          </Button>
          <Button variant="default" onClick={choice.update}>
            {t.again}
          </Button>
        </div>
        <Pdf asked={isNothing ? null : asked} patientId={patient.id} />
      </section>
      {server.problem !== null && !isLoaded && !offline && (
        <ErrorState
          look="line"
          title={server.problem === 'changing' ? t.changing : t.failed}
          stillTrue={t.failedText(server.progress)}
        >
          <Button variant="default" size="sm" onClick={server.retry}>
            {t.retry}
          </Button>
        </ErrorState>
      )}
      {isNothing ? (
        <EmptyState title={t.nothing.title} text={t.nothing.text} />
      ) : report === null ? (
        <>
          <output className={styles['quiet']}>
            {t.loading}{' '}
            {server.progress !== null && t.progress(server.progress.done, server.progress.of)}
          </output>
          <TextSkeleton lines={8} />
        </>
      ) : (
        <Sheet
          patient={patient}
          report={report}
          toggles={toggles}
          range={range}
          hours={hours}
          zone={zone}
          madeAt={madeAt}
          source={source}
        />
      )}
    </div>
  )
}
