import { useState } from 'react'
import { acceptDuty, leaveDuty, wardDuty, type Duty } from '../../data/duty'
import type { Held } from '../../domain/handover/holders'
import { formatStaffName } from '../../domain/identity'
import { formatMoment } from '../../domain/time'
import { useAnswer, useCommand, useRuntime } from '../../engine/react'
import { handoverTexts } from '../../texts/handover'
import { useEdition, useTexts } from '../../ui/edition'
import { ErrorState, TextSkeleton } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { RowButtons } from '../../ui/table'
import { HeldAlerts } from './HeldAlerts'
import styles from './handover.module.css'

interface Where {
  readonly wardId: string
  /** Who deals with the open alerts of the ward; null: not all of it is on this device. */
  readonly holders: readonly Held[] | null
  readonly nowMs: number
  /** Of when the data is that is handed over, epoch milliseconds; null: not known. */
  readonly asOfMs: number | null
}

/** What is done with a duty, each asked about first. */
const useDutyActions = ({ wardId, holders, nowMs, asOfMs }: Where) => {
  const edition = useEdition()
  const { duty: t } = handoverTexts(edition)
  // An acknowledgement ends with the duty of who gave it (decisions.md, T3).
  const ends = ({ user }: Duty) => {
    const count = user === null ? 0 : heldBy(holders ?? [], user.id)
    return count === 0 ? null : <p>{t.held.ends(nameOf(user, t), count)}</p>
  }
  const accept = useConfirmCommand(
    useCommand(acceptDuty),
    ({ current }: { readonly current: Duty | null }) => ({
      title: t.accept.title,
      text: (
        <>
          <p>{current === null ? t.accept.fromNobody : t.accept.from(nameOf(current.user, t))}</p>
          {current !== null && ends(current)}
          <p>
            {asOfMs === null
              ? t.accept.asOfUnknown
              : t.accept.asOf(formatMoment(asOfMs, nowMs, edition))}
          </p>
        </>
      ),
      confirmLabel: t.accept.action,
      failed: ({ kind }) => (kind === 'conflict' ? t.accept.changed : t.accept.failed),
    }),
    {
      toInput: ({ current }) => ({
        wardId,
        instead: current?.id ?? null,
        dataAsOf: asOfMs === null ? null : new Date(asOfMs).toISOString(),
      }),
    },
  )
  const leave = useConfirmCommand(
    useCommand(leaveDuty),
    ({ current }: { readonly current: Duty }) => ({
      title: t.leave.title,
      text: (
        <>
          <p>{t.leave.text}</p>
          {ends(current)}
        </>
      ),
      confirmLabel: t.leave.action,
      danger: true,
      failed: t.leave.failed,
    }),
    { toInput: ({ current }) => ({ id: current.id }) },
  )
  return { accept, leave }
}

const heldBy = (holders: readonly Held[], userId: string): number =>
  (holders.find(({ by }) => by?.id === userId)?.patients ?? []).reduce(
    (count, { alerts }) => count + alerts.length,
    0,
  )

const nameOf = (person: Duty['user'], { somebody }: { readonly somebody: string }): string =>
  formatStaffName(person) || somebody

function History({
  acceptances,
  nowMs,
}: {
  readonly acceptances: readonly Duty[]
  readonly nowMs: number
}) {
  const edition = useEdition()
  const { duty: t } = handoverTexts(edition)
  const at = (iso: string): string => formatMoment(Date.parse(iso), nowMs, edition)
  if (acceptances.length === 0) return <p>{t.none}</p>
  return (
    <details data-print="off">
      <summary>{t.history}</summary>
      <ol className={styles['acceptances']}>
        {acceptances.map((one) => (
          <li key={one.id}>
            <strong>{nameOf(one.user, t)}</strong> {at(one.acceptedAt)}
            {' · '}
            {t.columns.from}:{' '}
            {one.handedOverBy === null ? t.nobodyBefore : nameOf(one.handedOverBy, t)}
            {' · '}
            {t.columns.asOf}: {one.dataAsOf === null ? t.unknown : at(one.dataAsOf)}
            {' · '}
            {one.leftAt === null ? t.still : `${t.columns.left}: ${at(one.leftAt)}`}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** On paper, where nobody can say who is on duty: room for two to sign. */
function Signatures() {
  const { signed } = handoverTexts(useEdition()).duty
  return (
    <div data-print="only" className={styles['signatures']}>
      <p>{signed.from}</p>
      <p>{signed.by}</p>
    </div>
  )
}

/**
 * The instant at which the connection last came back, epoch milliseconds; null: it did not go since the
 * screen is there.
 */
const useBackAt = (offline: boolean): number | null => {
  const { now } = useRuntime()
  const [seen, setSeen] = useState<{ readonly offline: boolean; readonly backAt: number | null }>({
    offline,
    backAt: null,
  })
  if (seen.offline === offline) return seen.backAt
  const next = { offline, backAt: offline ? seen.backAt : now() }
  setSeen(next)
  return next.backAt
}

/** Who is on duty on the ward since when, accepting and leaving: with a connection alone. */
export function DutySection(where: Where) {
  const edition = useEdition()
  const { duty: t } = handoverTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const { nowMs } = where
  const answer = useAnswer(wardDuty, { wardId: where.wardId })
  const { blocked } = useCommand(acceptDuty)
  const { accept, leave } = useDutyActions(where)
  const { value, at, problem, offline } = answer
  const backAt = useBackAt(offline)
  // What was so before the connection went is no answer to who is on duty now.
  const isOld = backAt !== null && (at === null || at < backAt)
  const known = offline || problem !== null || isOld ? null : value
  const current = known?.current ?? null
  const disabled = blocked === null ? null : reasons[blocked]
  return (
    <section aria-label={t.title} className={styles['duty']}>
      {known !== null ? (
        <p className={styles['on']}>
          {current === null
            ? t.nobody
            : t.now(
                current.isOwn ? t.own(nameOf(current.user, t)) : nameOf(current.user, t),
                formatMoment(Date.parse(current.acceptedAt), nowMs, edition),
              )}
        </p>
      ) : offline ? (
        <p data-print="off">{t.offline}</p>
      ) : problem !== null ? (
        <ErrorState look="line" title={t.failed} onRetry={() => void answer.refresh()} />
      ) : (
        <TextSkeleton lines={1} />
      )}
      <RowButtons
        actions={[
          ...(current?.isOwn === true
            ? [
                {
                  label: t.leave.action,
                  action: 'duty.change' as const,
                  disabled,
                  onSelect: () => leave.ask({ current }),
                },
              ]
            : known === null && !offline
              ? []
              : [
                  {
                    label: t.accept.action,
                    action: 'duty.change' as const,
                    disabled,
                    onSelect: () => accept.ask({ current }),
                  },
                ]),
        ]}
      />
      {where.holders !== null && <HeldAlerts holders={where.holders} />}
      {known !== null && <History acceptances={known.acceptances} nowMs={nowMs} />}
      {known === null && <Signatures />}
      {accept.dialog}
      {leave.dialog}
    </section>
  )
}
