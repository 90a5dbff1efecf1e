import { Navigate, useParams } from 'react-router-dom'
import { pushedPatient } from '../../data/calling'
import { useAnswer } from '../../engine/react'
import { onCallTexts } from '../../texts/on-call'
import { useEdition } from '../../ui/edition'
import { Await } from '../../ui/feedback'
import { paths } from '../../ui/paths'

/** /called/:callId: leads to the patient of a call that was pushed, or to all open alerts where it is of no one that opens. */
export function CalledScreen() {
  const { callId = '' } = useParams()
  const t = onCallTexts(useEdition()).opened
  return (
    <Await of={useAnswer(pushedPatient, { callId })} failed={t.failed} offline={t.offline}>
      {({ patientId }) => (
        <Navigate replace to={patientId === null ? paths.openAlerts() : paths.patient(patientId)} />
      )}
    </Await>
  )
}
