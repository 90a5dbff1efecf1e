import { may } from '../../../domain/access/may'
import { shownOpen } from '../../../domain/alerts/alert'
import { usePrincipal } from '../../../ui/access'
import { AlertChips } from '../../../ui/alerts'
import { useOpenOnCard, type OpenedOnCard } from '../open-on-card'

/** The open alerts of a card (C222). `always`: also without one, for recent ones (C224, C225). */
export function CardAlerts({
  patient,
  shownAs,
  always = false,
}: Pick<OpenedOnCard, 'patient' | 'shownAs'> & { readonly always?: boolean }) {
  const principal = usePrincipal()
  const open = useOpenOnCard()
  if (principal === null || !may(principal, 'alert.view')) return null
  return (
    <AlertChips
      compact
      always={always}
      alerts={shownOpen(patient.alerts)}
      onOpen={() => open({ dialog: 'alerts', patient, shownAs })}
    />
  )
}
