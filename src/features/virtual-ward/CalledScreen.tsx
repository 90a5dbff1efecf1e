import { Button } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { pushedPatient } from '../../data/calling'
import { useAnswer, useSession } from '../../engine/react'
import { onCallTexts } from '../../texts/on-call'
import { useEdition } from '../../ui/edition'
import { Await, Banner } from '../../ui/feedback'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'

/** That a call is of an organisation in which the user does not act now, and the way there. */
function OfAnother({ id, name }: { readonly id: string; readonly name: string }) {
  const t = onCallTexts(useEdition()).opened
  const { setActingOrganization } = useSession()
  const [state, setState] = useState<'busy' | 'failed' | null>(null)
  const change = async () => {
    setState('busy')
    const { kind } = await setActingOrganization(id)
    if (kind === 'refused') setState('failed')
  }
  return (
    <Page title={t.ofAnother(name)}>
      {state === 'failed' && <Banner kind="danger">{t.notChanged}</Banner>}
      <p>{t.ofAnotherText}</p>
      <Button loading={state === 'busy'} onClick={() => void change()}>
        {t.change(name)}
      </Button>
    </Page>
  )
}

/** /called/:callId: leads to the patient of a call that was pushed, or to all open alerts where it is of no one that opens. */
export function CalledScreen() {
  const { callId = '' } = useParams()
  const t = onCallTexts(useEdition()).opened
  return (
    <Await of={useAnswer(pushedPatient, { callId })} failed={t.failed} offline={t.offline}>
      {({ patientId, organization }) =>
        organization === null ? (
          <Navigate
            replace
            to={patientId === null ? paths.openAlerts() : paths.patient(patientId)}
          />
        ) : (
          <OfAnother {...organization} />
        )
      }
    </Await>
  )
}
