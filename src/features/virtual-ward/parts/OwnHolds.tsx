import { shownOpen } from '../../../domain/alerts/alert'
import type { BoardDisplay } from '../../../domain/virtual-ward/preferences'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { alertTexts } from '../../../texts/alerts'
import { boardTexts } from '../../../texts/board'
import { alertName } from '../../../ui/alerts'
import { useEdition } from '../../../ui/edition'
import { identityOf } from '../card-display'
import { useOpenOnCard } from '../open-on-card'
import styles from '../VirtualWardScreen.module.css'

/**
 * The alerts of the shown patients that this user acknowledged or snoozed and no longer holds, each
 * opened by a press: they are asked first.
 */
export function OwnHolds({
  rows,
  identity,
  userId,
}: {
  readonly rows: readonly VirtualWardPatient[]
  readonly identity: BoardDisplay['identity']
  readonly userId: string | null
}) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const open = useOpenOnCard()
  const own = rows.flatMap((patient) =>
    shownOpen(patient.alerts).flatMap((alert) =>
      alert.endedHold == null || alert.endedHold.by?.id !== userId
        ? []
        : [
            {
              patient,
              alert,
              reason: alert.endedHold.reason,
              ...identityOf(patient, identity, boardTexts(edition).card),
            },
          ],
    ),
  )
  return (
    <output>
      {own.length > 0 && (
        <span className={styles['changed']}>
          {t.ownHolds(own.length)}
          {own.map(({ patient, alert, reason, heading, shownAs }) => (
            <button
              key={alert.id}
              type="button"
              aria-haspopup="dialog"
              onClick={() => open({ dialog: 'alerts', patient, shownAs })}
            >
              {t.ownHold(heading, alertName(alert, t), reason)}
            </button>
          ))}
        </span>
      )}
    </output>
  )
}
