import { Link } from 'react-router-dom'
import { retryEvent, type EhrEvent } from '../../data/ehr-integration'
import { may } from '../../domain/access/may'
import { formatPatientName } from '../../domain/identity'
import { formatLongDate } from '../../domain/time'
import { useCommand } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { usePrincipal } from '../../ui/access'
import { useEdition, useTexts } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { DetailDrawer, type Detail } from '../../ui/detail'
import { paths } from '../../ui/paths'
import { RowButtons } from '../../ui/table'
import { statusWords } from './columns'
import styles from './integrations.module.css'

/** How long is said what became of a retry, milliseconds (C596). */
const staysMs = 4_000

/** Sends it again. */
function Retry({ event }: { readonly event: EhrEvent }) {
  const { event: t, push } = ehrIntegrationsTexts(useEdition())
  const { blocked: reasons } = useTexts().ui
  const { run, blocked } = useCommand(retryEvent)
  const retry = async (): Promise<void> => {
    const result = await run({ ehrIntegrationEventId: event.id })
    const isDone = result.kind === 'done'
    const now = result.kind === 'done' ? result.value : null
    const isSkipped = now?.status === 'skipped'
    const words = isSkipped ? push.skipped(now?.response?.message ?? '') : t.retried
    showToast(`retry ${event.id}`, isDone ? words : t.retryFailed, {
      tone: isDone && !isSkipped ? 'info' : 'problem',
      staysMs,
    })
  }
  return (
    <RowButtons
      actions={[
        {
          label: t.retry,
          action: 'ehr-event.retry',
          disabled: blocked === null ? null : reasons[blocked],
          onSelect: () => void retry(),
        },
      ]}
    />
  )
}

function Facts({ event }: { readonly event: EhrEvent }) {
  const edition = useEdition()
  const texts = ehrIntegrationsTexts(edition)
  const t = texts.event
  const { status, advice } = statusWords(event, edition)
  const { summaryPeriod: period, response, integration } = event
  const date = (at: string): string => formatLongDate(at, edition)
  const facts: readonly (readonly [string, string])[] = [
    [texts.queue.headings.status, advice === null ? status : `${status}. ${advice}`],
    [texts.queue.headings.integration, integration.name],
    [
      t.type,
      integration.integrationType === null
        ? texts.unknown
        : texts.types[integration.integrationType],
    ],
    ...(period === null ? [] : [[t.period, t.from(date(period.from), date(period.to))] as const]),
    [texts.queue.headings.createdAt, date(event.createdAt)],
    [texts.queue.headings.updatedAt, date(event.updatedAt)],
    [t.response, response?.message ?? t.noResponse],
    ...(response?.innerError == null ? [] : [[t.innerError, response.innerError] as const]),
  ]
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Body({ event: { requestBody } }: { readonly event: EhrEvent }) {
  const t = ehrIntegrationsTexts(useEdition()).event
  const { consultationNote, codedDataItems } = requestBody
  return (
    <>
      <h3>{t.note}</h3>
      <p className={styles['note']}>{consultationNote}</p>
      <h3 id="coded-values">{t.coded}</h3>
      {codedDataItems.length === 0 ? (
        <p>{t.noCoded}</p>
      ) : (
        <div className={styles['coded']}>
          <table aria-labelledby="coded-values">
            <thead>
              <tr>
                {Object.entries(t.codedHeadings).map(([key, heading]) => (
                  <th key={key} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {codedDataItems.map((item) => (
                <tr key={`${item.code} ${item.additionalText ?? ''}`}>
                  <th scope="row">{item.code}</th>
                  <td>{item.value}</td>
                  <td>{item.units}</td>
                  <td>{item.additionalText}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/**
 * One event while the address names it: what was sent, and what came back (C261). A retry is offered
 * of what is retryable, to who may (C396).
 */
export function EventDrawer({
  detail,
  event,
}: {
  readonly detail: Detail
  /** Null: it is not on the page that is shown. */
  readonly event: EhrEvent | null
}) {
  const { event: t, queue } = ehrIntegrationsTexts(useEdition())
  const principal = usePrincipal()
  if (event === null)
    return (
      <DetailDrawer detail={detail} title={queue.list}>
        <p>{t.notHere}</p>
      </DetailDrawer>
    )
  const isRetryOffered =
    event.isRetryable && principal !== null && may(principal, 'ehr-event.retry')
  return (
    <DetailDrawer
      detail={detail}
      title={t.title(formatPatientName(event.patient))}
      actions={isRetryOffered ? <Retry event={event} /> : undefined}
    >
      <p>
        <Link to={paths.patient(event.patient.id)}>{t.record}</Link>
      </p>
      <Facts event={event} />
      <Body event={event} />
    </DetailDrawer>
  )
}
