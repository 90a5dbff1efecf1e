import { Suspense, useState } from 'react'
import { acknowledgeAlert, patientAlerts, setAlertStatus, snoozeAlert } from '../../../data/alert'
import { useCall, useCommand, useSentCommand } from '../../../engine/react'
import { may } from '../../../domain/access/may'
import { shownOpen } from '../../../domain/alerts/alert'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { usePrincipal } from '../../../ui/access'
import { AlertChips, AlertsDialog } from '../../../ui/alerts'

interface RecordAlertsProps {
  readonly patient: VirtualWardPatient
  readonly offline: boolean
}

function Opened({
  patient,
  offline,
  onClose,
}: RecordAlertsProps & { readonly onClose: () => void }) {
  const principal = usePrincipal()
  const load = useCall(patientAlerts)
  const resolve = useSentCommand(setAlertStatus, { about: patient.id })
  const acknowledge = useCommand(acknowledgeAlert)
  const snooze = useCommand(snoozeAlert)
  return (
    <Suspense>
      <AlertsDialog
        patient={patient}
        open={patient.alerts}
        offline={offline}
        mayResolve={principal !== null && may(principal, 'alert.resolve')}
        onClose={onClose}
        load={() => load.run({ patientId: patient.id })}
        acts={{ resolve: resolve.run, acknowledge: acknowledge.run, snooze: snooze.run }}
      />
    </Suspense>
  )
}

/** The open alerts of this patient, and their dialog: as on the card. */
export function RecordAlerts({ patient, offline }: RecordAlertsProps) {
  const principal = usePrincipal()
  const [opened, setOpened] = useState(false)
  if (principal === null || !may(principal, 'alert.view')) return null
  return (
    <>
      <AlertChips always alerts={shownOpen(patient.alerts)} onOpen={() => setOpened(true)} />
      {opened && <Opened patient={patient} offline={offline} onClose={() => setOpened(false)} />}
    </>
  )
}
