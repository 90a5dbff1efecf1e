import { Button, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { resolvedAlerts } from '../../data/alert'
import { keptRecords, wardMoves } from '../../data/handover'
import { virtualWard, virtualWardFilter } from '../../data/virtual-ward'
import { may } from '../../domain/access/may'
import { toldResolved } from '../../domain/alerts/alert'
import { changesSince } from '../../domain/handover/changes'
import { holdersOf } from '../../domain/handover/holders'
import { isHeldSince } from '../../domain/sync/held'
import { formatMoment } from '../../domain/time'
import { defaultOrder } from '../../domain/virtual-ward/options'
import { useAnswer, useOffline, useResource } from '../../engine/react'
import { handoverTexts } from '../../texts/handover'
import { usePrincipal } from '../../ui/access'
import { FreshnessLine } from '../../ui/clinical'
import { useEdition, useTexts } from '../../ui/edition'
import { Absent, EmptyState, ErrorState, NotAllHere, readAs, TextSkeleton } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { usePaper } from '../../ui/print'
import { useNow } from '../../ui/time'
import { CalledOnWard } from './CalledOnWard'
import { DutySection } from './DutySection'
import { Changes, type Knowledge } from './Changes'
import { useHeldScores } from './HeldScores'
import { PatientHandover } from './PatientHandover'
import { Period, useSince } from './Period'
import styles from './handover.module.css'

/** The whole ward of this device, the most urgent first. */
const whole = { take: 10_000, skip: 0, sort: defaultOrder } as const
const none: readonly never[] = []

/** The patients of the ward that the address names, and every ward that can be chosen. */
const useWard = () => {
  const t = handoverTexts(useEdition())
  const [search, setSearch] = useSearchParams()
  const wardId = search.get('ward')
  const reading = useResource(virtualWard, whole)
  const filter = useResource(virtualWardFilter, {}).rows[0]
  const { rows } = reading
  // A ward whose patients have all left is no patient's, and is still one of the user's.
  const wards = useMemo(
    () => [
      ...new Map([
        ...(filter?.wards ?? []).map(({ id, name }) => [id, name] as const),
        ...rows.flatMap(({ wardAdmission }) =>
          wardAdmission === null ? [] : [[wardAdmission.ward.id, wardAdmission.ward.name] as const],
        ),
      ]),
    ],
    [filter, rows],
  )
  const shown = useMemo(
    () => (wardId === null ? rows : rows.filter((row) => row.wardAdmission?.ward.id === wardId)),
    [rows, wardId],
  )
  return {
    reading,
    wardId,
    wards,
    shown,
    name: wardId === null ? t.all : (wards.find(([id]) => id === wardId)?.[1] ?? t.wardUnknown),
    choose: (next: string) => setSearch(next === '' ? {} : { ward: next }, { replace: true }),
  }
}

/** What two answers together tell is known as of the earlier one. */
const earlier = (one: Knowledge, other: Knowledge): Knowledge =>
  typeof one === 'number' && typeof other === 'number' ? Math.min(one, other) : 'unread'

/** What changed, and how far what the server tells of those who left is known. */
const useChanges = (
  { shown, wardId }: ReturnType<typeof useWard>,
  sinceMs: number,
  nowMs: number,
) => {
  const organizationId = usePrincipal()?.organizationId ?? ''
  const records = useResource(keptRecords, {})
  const moves = useAnswer(wardMoves, undefined)
  const told = moves.value ?? none
  const resolutions = useAnswer(resolvedAlerts, undefined)
  const resolved = resolutions.value ?? none
  const { held, isReading, reader } = useHeldScores(shown, sinceMs)
  const changes = useMemo(
    () =>
      changesSince(
        {
          patients: shown,
          records: records.rows,
          moves: told,
          resolved,
          held,
          organizationId,
          wardId,
          sinceMs,
        },
        nowMs,
      ),
    [shown, records.rows, told, resolved, held, organizationId, wardId, sinceMs, nowMs],
  )
  const { checkedAt } = records.freshness
  const known = (at: number | null): Knowledge => (at === null || at < sinceMs ? 'unread' : at)
  const isUnreadable = records.problem?.kind === 'storage'
  return {
    records: records.rows,
    changes,
    isComparing: isReading,
    reader,
    discharges: isUnreadable ? ('unreadable' as const) : earlier(known(checkedAt), known(moves.at)),
    moves: known(moves.at),
    // As many as are told at once, all of them since: there may be others.
    resolutions:
      resolved.length >= toldResolved && Date.parse(resolved.at(-1)?.resolvedAt ?? '') > sinceMs
        ? ('unread' as const)
        : known(resolutions.at),
  }
}

/** /virtual-ward/handover: what changed on a ward since the shift began, and SBARD by patient. */
export function HandoverScreen() {
  const edition = useEdition()
  const { doors } = useTexts()
  const t = handoverTexts(edition)
  const offline = useOffline()
  const principal = usePrincipal()
  // Filled as of a minute: words do not change under the hand that reads them.
  const nowMs = useNow()
  const ward = useWard()
  const { wardId, wards, shown, name, choose } = ward
  const { rows, heldFrom, problem, freshness, refresh } = ward.reading
  const since = useSince(freshness.asOf ?? nowMs)
  const { sinceMs } = since
  const { records, reader, ...told } = useChanges(ward, sinceMs, nowMs)
  usePaper(`${t.title}. ${name}`, freshness.asOf)
  const recordOf = new Map(records.map((record) => [record.id, record]))
  const asked = readAs(ward.reading, offline)
  const isWhole = isHeldSince(heldFrom)
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
          data={[
            { value: '', label: t.all },
            ...(wardId === null || wards.some(([id]) => id === wardId)
              ? []
              : [{ value: wardId, label: name }]),
            ...wards.map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Period since={since} />
        <Button onClick={() => window.print()}>{t.print}</Button>
      </div>
      {wardId !== null && principal !== null && may(principal, 'duty.view') && (
        <DutySection
          key={wardId}
          wardId={wardId}
          holders={asked.value === null || !isWhole ? null : holdersOf(shown, nowMs)}
          nowMs={nowMs}
          asOfMs={freshness.asOf}
        />
      )}
      {wardId !== null && principal !== null && may(principal, 'duty.view') && (
        <CalledOnWard wardId={wardId} patients={shown} nowMs={nowMs} />
      )}
      {wardId === null && wards.length > 0 && principal !== null && may(principal, 'duty.view') && (
        <p data-print="off" className={styles['duty']}>
          {t.duty.chooseWard}
        </p>
      )}
      {problem !== null && !offline && rows.length === 0 ? (
        <ErrorState title={t.failed} onRetry={() => void refresh()} />
      ) : asked.value === null ? (
        <Absent of={asked} skeleton={<TextSkeleton lines={12} />} />
      ) : (
        <>
          {problem?.kind === 'storage' && <ErrorState look="line" title={t.someUnreadable} />}
          <section aria-labelledby="handover-changes">
            <h2 id="handover-changes" className={styles['heading']}>
              {t.changes(formatMoment(sinceMs, nowMs, edition))}
            </h2>
            {reader}
            <Changes {...told} isWardWhole={isWhole} nowMs={nowMs} />
          </section>
          <NotAllHere of="patients" heldFrom={heldFrom} offline={offline} />
          {shown.length === 0 ? (
            isWhole && <EmptyState title={t.empty.title} text={t.empty.text} />
          ) : (
            <section aria-labelledby="handover-patients" className={styles['patients']}>
              <h2 id="handover-patients" className={styles['heading']}>
                {t.patients(shown.length)}
              </h2>
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
          )}
        </>
      )}
    </Page>
  )
}
