import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { keptRecords } from '../../data/handover'
import { virtualWard } from '../../data/virtual-ward'
import { changesSince } from '../../domain/handover/changes'
import { shiftStarts } from '../../domain/handover/shift'
import { formatDateTime, formatMoment } from '../../domain/time'
import { useOffline, useResource } from '../../engine/react'
import { handoverTexts } from '../../texts/handover'
import { FreshnessLine } from '../../ui/clinical'
import { useEdition, useTexts } from '../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { usePaper } from '../../ui/print'
import { readNow, useNow } from '../../ui/time'
import { Changes } from './Changes'
import { PatientHandover } from './PatientHandover'
import styles from './handover.module.css'

/** The whole ward of this device, the worst first. */
const whole = {
  take: 10_000,
  skip: 0,
  sort: [
    { field: 'alertCount', direction: 'DESC' },
    { field: 'ewsScore', direction: 'DESC' },
    { field: 'lastName', direction: 'ASC' },
  ],
} as const
const offered = 4
const other = 'other'

/** Since when: the start of a shift, or a chosen time. */
const useSince = () => {
  const [starts] = useState(() => shiftStarts(readNow(), offered))
  const [choice, setChoice] = useState(String(starts[0]))
  const [typed, setTyped] = useState('')
  const typedMs = new Date(typed).getTime()
  const sinceMs =
    choice === other ? (Number.isNaN(typedMs) ? (starts[0] ?? 0) : typedMs) : Number(choice)
  return { starts, choice, setChoice, typed, setTyped, sinceMs }
}

/** /virtual-ward/handover: what changed on a ward since the shift began, and SBARD by patient. */
export function HandoverScreen() {
  const edition = useEdition()
  const { doors } = useTexts()
  const t = handoverTexts(edition)
  const [search, setSearch] = useSearchParams()
  const wardId = search.get('ward')
  const offline = useOffline()
  const reading = useResource(virtualWard, whole)
  const records = useResource(keptRecords, {})
  // Filled as of a minute: words do not change under the hand that reads them.
  const nowMs = useNow()
  const { starts, choice, setChoice, typed, setTyped, sinceMs } = useSince()
  const { rows, total, ready, problem, freshness, refresh } = reading
  const wards = useMemo(
    () => [
      ...new Map(
        rows.flatMap(({ wardAdmission }) =>
          wardAdmission === null ? [] : [[wardAdmission.ward.id, wardAdmission.ward.name] as const],
        ),
      ),
    ],
    [rows],
  )
  const shown = useMemo(
    () => (wardId === null ? rows : rows.filter((row) => row.wardAdmission?.ward.id === wardId)),
    [rows, wardId],
  )
  const changes = useMemo(
    () => changesSince(shown, records.rows, wardId, sinceMs, nowMs),
    [shown, records.rows, wardId, sinceMs, nowMs],
  )
  const name = wards.find(([id]) => id === wardId)?.[1] ?? t.all
  usePaper(`${t.title}. ${name}`, freshness.asOf)
  const recordOf = new Map(records.rows.map((record) => [record.id, record]))
  const isKnown = ready && (rows.length > 0 || offline || freshness.asOf !== null)
  return (
    <Page
      title={`${doors.handover}: ${name}`}
      aside={<FreshnessLine freshness={freshness} onRefresh={() => void refresh()} />}
    >
      <div className={styles['tools']} data-print="off">
        <Link to={paths.virtualWard()}>{t.back}</Link>
        <NativeSelect
          label={t.ward}
          value={wardId ?? ''}
          data={[{ value: '', label: t.all }, ...wards.map(([value, label]) => ({ value, label }))]}
          onChange={(event) => {
            const next = event.currentTarget.value
            setSearch(next === '' ? {} : { ward: next }, { replace: true })
          }}
        />
        <NativeSelect
          label={t.since}
          value={choice}
          data={[
            ...starts.map((ms) => ({
              value: String(ms),
              label: formatDateTime(new Date(ms).toISOString(), edition),
            })),
            { value: other, label: t.choice.other },
          ]}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
        {choice === other && (
          <TextInput
            type="datetime-local"
            label={t.from}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button onClick={() => window.print()}>{t.print}</Button>
      </div>
      {problem !== null && !offline && rows.length === 0 ? (
        <ErrorState title={t.failed} onRetry={() => void refresh()} />
      ) : !isKnown ? (
        <TextSkeleton lines={12} />
      ) : shown.length === 0 ? (
        <EmptyState title={t.empty.title} text={t.empty.text} />
      ) : (
        <>
          <section aria-labelledby="handover-changes">
            <h2 id="handover-changes">{t.changes(formatMoment(sinceMs, nowMs, edition))}</h2>
            <Changes changes={changes} nowMs={nowMs} />
          </section>
          <section aria-labelledby="handover-patients" className={styles['patients']}>
            <h2 id="handover-patients">{t.patients(shown.length)}</h2>
            {total !== null && rows.length < total && <p>{t.partial(rows.length, total)}</p>}
            <p data-print="off">{t.text}</p>
            {shown.map((patient) => (
              <PatientHandover
                key={patient.id}
                patient={patient}
                record={recordOf.get(patient.id) ?? null}
                nowMs={nowMs}
                sinceMs={sinceMs}
              />
            ))}
          </section>
        </>
      )}
    </Page>
  )
}
