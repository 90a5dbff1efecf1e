import { Button } from '@mantine/core'
import { isFree, type Alert } from '../../domain/alerts/alert'
import { formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { useNow } from '../time'
import { alertName } from './alert-words'
import styles from './alerts.module.css'

/** What one check-up raised, acted on as one: each alert stays in the list with what it says. */
export function CheckupActs({
  alerts,
  busy,
  acknowledge,
  resolve,
}: {
  /** Two or more, of one check-up. */
  readonly alerts: readonly Alert[]
  readonly busy: boolean
  readonly acknowledge: (alerts: readonly Alert[]) => void
  /** Null: not for this user, or nothing is left to resolve. */
  readonly resolve: (() => void) | null
}) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const now = useNow()
  const endedAt = alerts[0]?.checkup?.endedAt
  if (endedAt === undefined) return null
  const free = alerts.filter(isFree)
  const words = t.together.of(
    formatMoment(Date.parse(endedAt), now, edition),
    alerts.map((alert) => alertName(alert, t)),
  )
  return (
    <section aria-label={words} className={styles['together']}>
      <p>{words}</p>
      <div className={styles['acts']}>
        {free.length > 0 && (
          <Button disabled={busy} onClick={() => acknowledge(free)}>
            {t.together.acknowledge}
          </Button>
        )}
        {resolve !== null && (
          <Button variant="default" disabled={busy} onClick={resolve}>
            {t.together.resolve}
          </Button>
        )}
      </div>
    </section>
  )
}
