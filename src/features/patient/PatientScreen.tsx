import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useOffline, useResource } from '../../engine/react'
import { patientRecord } from '../../data/patient'
import { ReadingOnly } from '../../ui/access'
import { Forbidden } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import type { PatientTabProps, Slot } from '../../ui/room'
import { useSlots } from '../../ui/slots'
import { NoRecord } from './parts/NoRecord'
import { Record } from './parts/Record'
import { useEmergency } from './use-emergency'

const refreshEveryMs = 60_000

function LoadedRecord({
  patientId,
  tab,
}: {
  readonly patientId: string
  readonly tab: Slot<PatientTabProps>
}) {
  const reading = useResource(patientRecord, { patientId }, { refreshEveryMs })
  const offline = useOffline()
  const patient = reading.rows[0]
  // Who may no longer see a patient sees nothing of what this device had kept.
  const withheld =
    reading.gone !== undefined ||
    reading.problem?.kind === 'not-found' ||
    reading.problem?.kind === 'forbidden'
  const emergency = useEmergency(patientId, reading.endsAt, withheld)
  if (patient === undefined || withheld || emergency.isOver)
    return (
      <NoRecord
        patientId={patientId}
        reading={reading}
        offline={offline}
        isOver={emergency.isOver}
      />
    )
  return (
    <ReadingOnly until={emergency.until}>
      <Record
        patient={patient}
        tab={tab}
        reading={reading}
        offline={offline}
        emergency={emergency}
      />
    </ReadingOnly>
  )
}

/**
 * /patient/:patientId/:tabName?, keyed by patient, so that nothing of the previous one is seen. An
 * unknown or forbidden tab leads to the first one (C016, C022).
 */
export function PatientScreen() {
  const { patientId = '', tabName } = useParams()
  const { search } = useLocation()
  const tabs = useSlots('patientTabs')
  const [first] = tabs
  const tab = tabName === undefined ? first : tabs.find(({ id }) => id === tabName)
  if (first === undefined)
    return (
      <Page>
        <Forbidden />
      </Page>
    )
  if (tab === undefined)
    return <Navigate replace to={{ pathname: paths.patient(patientId, first.id), search }} />
  return <LoadedRecord key={patientId} patientId={patientId} tab={tab} />
}
