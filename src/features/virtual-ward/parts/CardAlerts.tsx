import { Suspense, useState } from 'react'
import { acknowledgeAlert, patientAlerts, setAlertStatus, snoozeAlert } from '../../../data/alert'
import { useCall, useCommand } from '../../../data/hooks'
import { may } from '../../../domain/access/may'
import { shownOpen } from '../../../domain/alerts/alert'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { usePrincipal } from '../../../ui/access'
import { AlertChips, AlertsDialog } from '../../../ui/alerts'

interface CardAlertsProps { readonly patient: VirtualWardPatient; readonly offline: boolean }

function Opened({ patient, offline, mayResolve, onClose }: CardAlertsProps & { readonly mayResolve: boolean; readonly onClose: () => void }) {
  const load = useCall(patientAlerts)
  const resolve = useCommand(setAlertStatus, { about: patient.id })
  const acknowledge = useCommand(acknowledgeAlert)
  const snooze = useCommand(snoozeAlert)
  return (
    <Suspense>
      <AlertsDialog
        patient={patient} open={patient.alerts} offline={offline} mayResolve={mayResolve} load={() => load.run({ patientId: patient.id })}
        acts={{ resolve: resolve.run, acknowledge: acknowledge.run, snooze: snooze.run }} onClose={onClose}
      />
    </Suspense>
  )
}

/** The open alerts of a card, and their dialog (C222). It stays open when the last of them is resolved, and then says so. */
export function CardAlerts({ patient, offline }: CardAlertsProps) {
  const principal = usePrincipal()
  const [opened, setOpened] = useState(false)
  if (principal === null || !may(principal, 'alert.view')) return null
  return (
    <>
      <AlertChips alerts={shownOpen(patient.alerts)} onOpen={() => setOpened(true)} />
      {opened && <Opened patient={patient} offline={offline} mayResolve={may(principal, 'alert.resolve')} onClose={() => setOpened(false)} />}
    </>
  )
}
