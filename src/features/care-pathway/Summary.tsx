import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  documentAddress,
  patientDocuments,
  retryDocument,
  type PatientDocument,
} from '../../data/document'
import { useAnswer, useCall, useCommand, useOffline } from '../../engine/react'
import { documentsTexts } from '../../texts/documents'
import { useMay } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { ErrorState, showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import { openInTab } from '../../ui/work'

function Open({ id }: { readonly id: string }) {
  const t = documentsTexts(useEdition())
  const say = useProblemText()
  const offline = useOffline()
  const { run, busy } = useCall(documentAddress)
  const [address, setAddress] = useState<string | null>(null)
  const ask = async (): Promise<string | null> => {
    const result = await run({ documentId: id })
    if (result.kind !== 'refused') return result.value
    showToast('document', `${t.notOpened}. ${say(result.problem)}`)
    return null
  }
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        disabled={offline}
        title={offline ? t.offline : undefined}
        onClick={() => void openInTab(ask).then(setAddress)}
      >
        {t.open}
      </Button>
      {offline && <p>{t.offline}</p>}
      {address !== null && (
        <p>
          {t.blocked}{' '}
          <a href={address} target="_blank" rel="noopener noreferrer">
            {t.summary}
          </a>
        </p>
      )}
    </>
  )
}

function Failed({ id }: { readonly id: string }) {
  const t = documentsTexts(useEdition())
  const say = useProblemText()
  const { run, busy, blocked } = useCommand(retryDocument)
  const mayMake = useMay('document.make')
  const again = async (): Promise<void> => {
    const result = await run({ documentId: id })
    if (result.kind === 'refused') showToast('document', say(result.problem))
  }
  return (
    <>
      <p role="alert">{t.failed}</p>
      {mayMake && (
        <Button
          variant="default"
          loading={busy}
          disabled={blocked !== null}
          onClick={() => void again()}
        >
          {t.retry}
        </Button>
      )}
    </>
  )
}

function Made({ document: { id, state } }: { readonly document: PatientDocument }) {
  const t = documentsTexts(useEdition())
  if (state === 'due') return <output>{t.due}</output>
  return state === 'failed' ? <Failed id={id} /> : <Open id={id} />
}

/** The summary of a stay, at its discharge. Stays from before there were any have none. */
export function Summary({
  patientId,
  admissionId,
}: {
  readonly patientId: string
  readonly admissionId: string
}) {
  const t = documentsTexts(useEdition())
  const answer = useAnswer(patientDocuments, { patientId })
  const found = answer.value?.find(
    (one) => one.kind === 'discharge-summary' && one.admissionId === admissionId,
  )
  if (found !== undefined) return <Made document={found} />
  if (answer.value !== null || answer.problem === null) return null
  return answer.offline ? (
    <p>{t.offline}</p>
  ) : (
    <ErrorState
      look="line"
      title={t.listFailed}
      onRetry={() => void answer.refresh()}
      retrying={answer.fetching}
    />
  )
}
