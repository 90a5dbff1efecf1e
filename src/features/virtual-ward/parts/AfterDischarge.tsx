import { Link } from 'react-router-dom'
import { alertsAfterDischarge } from '../../../data/alert'
import { may } from '../../../domain/access/may'
import {
  mostAfterDischarge,
  type AlertsAfterDischarge,
} from '../../../domain/alerts/after-discharge'
import { urgentSeverity } from '../../../domain/virtual-ward/urgency'
import { formatFullName, initials, type IdentityDisplay } from '../../../domain/identity'
import { formatMoment } from '../../../domain/time'
import { useAnswer } from '../../../engine/react'
import { alertListTexts } from '../../../texts/alert-list'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { paths } from '../../../ui/paths'
import { useNow } from '../../../ui/time'

interface Told {
  readonly patients: readonly AlertsAfterDischarge[]
  readonly title: string
  readonly kind: 'danger' | 'warning'
}

/** The patients on no ward with open alerts; null: there are none. Also where that is not known. */
const useAfterDischarge = (): Told | null => {
  const t = alertListTexts(useEdition()).afterDischarge
  const principal = usePrincipal()
  const enabled =
    principal !== null && may(principal, 'alert.view') && principal.features.has('wards')
  const { value: patients, problem } = useAnswer(alertsAfterDischarge, undefined, { enabled })
  if (patients === null)
    return problem === null ? null : { patients: [], title: t.notKnown, kind: 'warning' }
  if (patients.length === 0) return null
  return {
    patients,
    title:
      patients.length < mostAfterDischarge
        ? t.title(patients.length)
        : t.atLeast(mostAfterDischarge),
    kind: patients.some(({ severity }) => severity >= urgentSeverity) ? 'danger' : 'warning',
  }
}

/**
 * How many patients on no ward, whom no board shows, have open alerts. `hasLink`: the way to where they
 * are named.
 */
export function AfterDischarge({ hasLink = false }: { readonly hasLink?: boolean }) {
  const t = alertListTexts(useEdition()).afterDischarge
  const told = useAfterDischarge()
  if (told === null) return null
  return (
    <Banner
      kind={told.kind}
      title={told.title}
      action={
        hasLink && (
          <Link to={paths.openAlerts()} className="finger">
            {t.show}
          </Link>
        )
      }
    />
  )
}

/** Who they are, as far as the display says, each with their record. */
export function NamedAfterDischarge({ display }: { readonly display: IdentityDisplay }) {
  const edition = useEdition()
  const { afterDischarge: t, severities } = alertListTexts(edition)
  const now = useNow()
  const told = useAfterDischarge()
  if (told === null) return null
  const called = (name: Pick<AlertsAfterDischarge, 'firstName' | 'lastName'>): string =>
    display === 'full' ? formatFullName(name) : display === 'initials' ? initials(name) : t.patient
  return (
    <Banner kind={told.kind} title={told.title}>
      {told.patients.length > 0 && (
        <ul>
          {told.patients.map(
            ({ patientId, ward, dischargedAt, startedAt, alerts, severity, ...name }) => (
              <li key={patientId}>
                <Link to={paths.patient(patientId)} className="finger">
                  {called(name)}
                </Link>
                {': '}
                {t.alerts(
                  alerts,
                  severities[severity] ?? '',
                  formatMoment(Date.parse(startedAt), now, edition),
                )}
                {dischargedAt !== null && ward !== null && (
                  <> {t.discharged(ward, formatMoment(Date.parse(dischargedAt), now, edition))}</>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </Banner>
  )
}
