import { Suspense, useState, type ReactNode } from 'react'
import { acknowledgeAlert, patientAlerts, setAlertStatus, snoozeAlert } from '../../../data/alert'
import {
  useCall,
  useCommand,
  useResource,
  useSentCommand,
  WithFormDraft,
} from '../../../engine/react'
import { patientRecord, updateExpectedDischargeDate } from '../../../data/patient'
import { patientOnBoard } from '../../../data/virtual-ward'
import { may } from '../../../domain/access/may'
import { seenAtOf } from '../../../domain/alerts/seen'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { usePrincipal } from '../../../ui/access'
import { AlertsDialog } from '../../../ui/alerts'
import { OpenedExpectedDischarge } from '../../../ui/care'
import { CardTelephone } from './CardContact'
import { OpenOnCard, type OpenedOnCard } from '../open-on-card'

interface OpenedProps {
  readonly opened: OpenedOnCard
  readonly offline: boolean
  readonly onClose: () => void
}

/** The alerts of the card's patient, from the page or else from this device. */
function Alerts({
  opened: { patient, shownAs },
  rows,
  offline,
  onClose,
}: OpenedProps & { readonly rows: readonly VirtualWardPatient[] }) {
  const principal = usePrincipal()
  const load = useCall(patientAlerts)
  const resolve = useSentCommand(setAlertStatus, { about: patient.id })
  const acknowledge = useSentCommand(acknowledgeAlert, { about: patient.id })
  const snooze = useCommand(snoozeAlert)
  const onDevice = useResource(patientOnBoard, { patientId: patient.id }).rows[0]
  const [record = null] = useResource(
    patientRecord,
    { patientId: patient.id },
    { enabled: shownAs === null },
  ).rows
  const shown = rows.find(({ id }) => id === patient.id) ?? onDevice ?? patient
  const seenAt = seenAtOf(shown)
  return (
    <Suspense>
      <AlertsDialog
        patient={patient}
        shownAs={shownAs}
        toRecord
        contact={shownAs === null && <CardTelephone patientId={patient.id} />}
        record={shownAs === null ? record : null}
        open={shown.alerts}
        offline={offline}
        mayResolve={principal !== null && may(principal, 'alert.resolve')}
        mayAcknowledge={principal !== null && may(principal, 'alert.acknowledge')}
        mayObserve={principal !== null && may(principal, 'observations.record')}
        mayContact={principal !== null && may(principal, 'contact.record')}
        mayRepeat={
          principal !== null && may(principal, 'repeat.request') && patient.wardAdmission !== null
        }
        load={() => load.run({ patientId: patient.id })}
        acts={{
          resolve: resolve.run,
          acknowledge: (input) => acknowledge.run({ ...input, patientId: patient.id, seenAt }),
          snooze: (input) => snooze.run({ ...input, seenAt }),
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

function Discharge({ opened: { patient, shownAs }, offline, onClose }: OpenedProps) {
  const discharge = useCommand(updateExpectedDischargeDate)
  if (patient.wardAdmission === null) return null
  return (
    <OpenedExpectedDischarge
      opened={{ patient, admission: patient.wardAdmission }}
      shownAs={shownAs}
      offline={offline && discharge.blocked === null}
      run={discharge.run}
      WithDraft={WithFormDraft}
      onClose={onClose}
    />
  )
}

/**
 * The board, and the dialog that a card opened. It stays open when its card leaves the page, e.g.
 * after the last alert is resolved.
 */
export function CardDialogs({
  rows,
  offline,
  children,
}: {
  readonly rows: readonly VirtualWardPatient[]
  readonly offline: boolean
  readonly children: ReactNode
}) {
  const [opened, setOpened] = useState<OpenedOnCard | null>(null)
  const close = (): void => setOpened(null)
  return (
    <OpenOnCard value={setOpened}>
      {children}
      {opened?.dialog === 'alerts' && (
        <Alerts
          key={opened.patient.id}
          opened={opened}
          rows={rows}
          offline={offline}
          onClose={close}
        />
      )}
      {opened?.dialog === 'discharge' && (
        <Discharge key={opened.patient.id} opened={opened} offline={offline} onClose={close} />
      )}
    </OpenOnCard>
  )
}
