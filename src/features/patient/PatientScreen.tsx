import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useOffline, useResource } from '../../data/hooks'
import { patientRecord } from '../../data/patient'
import { paths } from '../../ui/paths'
import { NoRecord } from './parts/NoRecord'
import { Record } from './parts/Record'
import { tabOf, type RecordTab } from './tabs'

const refreshEveryMs = 60_000

function LoadedRecord({ patientId, tab }: { readonly patientId: string; readonly tab: RecordTab }) {
  const reading = useResource(patientRecord, { patientId }, { refreshEveryMs })
  const offline = useOffline()
  const patient = reading.rows[0]
  // Who may no longer see a patient sees nothing of what this device had kept.
  const withheld =
    reading.gone !== undefined ||
    reading.problem?.kind === 'not-found' ||
    reading.problem?.kind === 'forbidden'
  if (patient === undefined || withheld) return <NoRecord reading={reading} offline={offline} />
  return <Record patient={patient} tab={tab} reading={reading} offline={offline} />
}

/**
 * /patient/:patientId/:tabName? — keyed by patient, so that nothing of the previous one is ever
 * seen under this one's name.
 */
export function PatientScreen() {
  const { patientId = '', tabName } = useParams()
  const { search } = useLocation()
  const tab = tabOf(tabName)
  if (tab === null)
    return <Navigate replace to={{ pathname: paths.patient(patientId, 'vitals'), search }} />
  return <LoadedRecord key={patientId} patientId={patientId} tab={tab} />
}
