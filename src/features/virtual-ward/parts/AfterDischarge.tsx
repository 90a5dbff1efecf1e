import { Link } from 'react-router-dom'
import { alertsAfterDischarge } from '../../../data/alert'
import { may } from '../../../domain/access/may'
import { urgentSeverity } from '../../../domain/virtual-ward/urgency'
import type { AlertsAfterDischarge } from '../../../domain/alerts/after-discharge'
import { formatFullName, initials, type IdentityDisplay } from '../../../domain/identity'
import { formatMoment } from '../../../domain/time'
import { useAnswer } from '../../../engine/react'
import { alertListTexts } from '../../../texts/alert-list'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'

/**
 * That alerts are open of patients on no ward, whom no board shows. `names`: who they are, as far as the display
 * says, with their records; else how many. `hasLink`: the way to where they are named.
 */
export function AfterDischarge({
  names = null,
  hasLink = false,
}: {
  readonly names?: IdentityDisplay | null
  readonly hasLink?: boolean
}) {
  const edition = useEdition()
  const t = alertListTexts(edition).afterDischarge
  const now = useNow()
  const principal = usePrincipal()
  const enabled =
    principal !== null && may(principal, 'alert.view') && principal.features.has('wards')
  const patients = useAnswer(alertsAfterDischarge, undefined, { enabled }).value ?? []
  if (patients.length === 0) return null
  const kind = patients.some(({ severity }) => severity >= urgentSeverity) ? 'danger' : 'warning'
  const called = (name: Pick<AlertsAfterDischarge, 'firstName' | 'lastName'>): string =>
    names === 'full' ? formatFullName(name) : names === 'initials' ? initials(name) : t.patient
  if (names === null)
    return (
      <Banner
        kind={kind}
        title={t.title(patients.length)}
        action={
          hasLink && (
            <Link to={paths.openAlerts()} className="finger">
              {t.show}
            </Link>
          )
        }
      />
    )
  return (
    <Banner kind={kind} title={t.title(patients.length)}>
      <ul>
        {patients.map(({ patientId, ward, dischargedAt, startedAt, alerts, severity, ...name }) => (
          <li key={patientId}>
            <Link to={paths.patient(patientId)} className="finger">
              {called(name)}
            </Link>
            {': '}
            {t.alerts(
              alerts,
              alertListTexts(edition).severities[severity] ?? '',
              formatMoment(Date.parse(startedAt), now, edition),
            )}
            {dischargedAt !== null && ward !== null && (
              <> {t.discharged(ward, formatMoment(Date.parse(dischargedAt), now, edition))}</>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
