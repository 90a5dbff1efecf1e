import { Suspense, useState, type ReactNode } from 'react'
import { acknowledgeAlert, patientAlerts, setAlertStatus, snoozeAlert } from '../../../data/alert'
import { useAnswer, useCall, useCommand, useSentCommand } from '../../../engine/react'
import { shownOpen, type Alert } from '../../../domain/alerts/alert'
import { areDealtWithElsewhere } from '../../../domain/alerts/whose'
import { seenAtOf } from '../../../domain/alerts/seen'
import type { Patient } from '../../../domain/patient/patient'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { alertTexts } from '../../../texts/alerts'
import { useMay, usePrincipal } from '../../../ui/access'
import { AlertChips, AlertsDialog } from '../../../ui/alerts'
import { Telephone } from '../../../ui/care'
import { useEdition } from '../../../ui/edition'

interface ChipsProps {
  readonly patient: VirtualWardPatient | Patient
  readonly record: Patient
  readonly contact: ReactNode
  readonly alerts: readonly Alert[]
  readonly offline: boolean
  /** Also without any: it is known that none is open. */
  readonly always: boolean
  readonly isPhone: boolean
}

function Opened({
  patient,
  record,
  contact,
  alerts,
  offline,
  onClose,
}: Omit<ChipsProps, 'always' | 'isPhone'> & { readonly onClose: () => void }) {
  const principal = usePrincipal()
  const at = record.wardAdmission?.organization
  const elsewhere =
    principal !== null && at !== undefined && areDealtWithElsewhere(principal, at.id) ? at : null
  const mayResolve = useMay('alert.resolve') && elsewhere === null
  const mayAcknowledge = useMay('alert.acknowledge') && elsewhere === null
  const mayObserve = useMay('observations.record')
  const mayRepeat = useMay('repeat.request')
  const mayContact = useMay('contact.record')
  const load = useCall(patientAlerts)
  const resolve = useSentCommand(setAlertStatus, { about: patient.id })
  const acknowledge = useSentCommand(acknowledgeAlert, { about: patient.id })
  const snooze = useCommand(snoozeAlert)
  const seenAt = seenAtOf(patient)
  return (
    <Suspense>
      <AlertsDialog
        patient={patient}
        contact={contact}
        record={record}
        open={alerts}
        offline={offline}
        mayResolve={mayResolve}
        mayAcknowledge={mayAcknowledge}
        dealtWithBy={elsewhere?.name ?? null}
        mayObserve={mayObserve}
        mayContact={mayContact}
        mayRepeat={mayRepeat && patient.wardAdmission !== null}
        onClose={onClose}
        load={() => load.run({ patientId: patient.id })}
        acts={{
          resolve: resolve.run,
          acknowledge: (input) => acknowledge.run({ ...input, patientId: patient.id, seenAt }),
          snooze: (input) => snooze.run({ ...input, seenAt }),
        }}
      />
    </Suspense>
  )
}

function Chips({ always, isPhone, ...props }: ChipsProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <AlertChips
        always={always}
        narrow={isPhone}
        alerts={shownOpen(props.alerts)}
        onOpen={() => setOpened(true)}
      />
      {opened && <Opened {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

/** The open alerts of this patient, and their dialog: as on the card. */
export function RecordAlerts({
  patient,
  record,
  contact,
  offline,
  isPhone,
}: {
  readonly patient: VirtualWardPatient
  readonly record: Patient
  readonly contact: ReactNode
  readonly offline: boolean
  readonly isPhone: boolean
}) {
  if (!useMay('alert.view')) return null
  return (
    <Chips
      always
      isPhone={isPhone}
      patient={patient}
      record={record}
      contact={contact}
      alerts={patient.alerts}
      offline={offline}
    />
  )
}

/**
 * The same of a record that is open in an emergency, or whose card is not known to be on the board or
 * not. No card of it is here: the server is asked, and nothing of the answer is kept.
 */
export function AskedAlerts({
  patient,
  offline,
  isPhone,
}: {
  readonly patient: Patient
  readonly offline: boolean
  readonly isPhone: boolean
}) {
  const t = alertTexts(useEdition())
  const enabled = useMay('alert.view')
  const { value, problem } = useAnswer(patientAlerts, { patientId: patient.id }, { enabled })
  if (!enabled) return null
  const isUnknown = problem !== null || offline
  return (
    <>
      {value !== null && (
        <Chips
          always={!isUnknown}
          isPhone={isPhone}
          patient={patient}
          record={patient}
          contact={<Telephone patient={patient} />}
          alerts={value.alerts}
          offline={offline}
        />
      )}
      {isUnknown && <span>{t.notKnown}</span>}
    </>
  )
}
