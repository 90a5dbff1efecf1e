import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { documentAddress, patientDocuments, retryDocument } from '../../data/document'
import { createReport, type ReportAsked } from '../../data/report'
import { useAnswer, useCall, useCommand, useOffline } from '../../engine/react'
import type { Problem } from '../../domain/problem'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'
import { useProblemText } from '../../ui/problem'
import styles from './reports.module.css'

/** Saves what is at an address of this server under the name that the server gives it. */
const save = (address: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** The PDF that was asked for: that it is being made, and once it is, its file. */
function Made({ id, patientId }: { readonly id: string; readonly patientId: string }) {
  const t = reportsTexts(useEdition()).pdf
  const say = useProblemText()
  const documents = useAnswer(patientDocuments, { patientId })
  const address = useCall(documentAddress)
  const again = useCommand(retryDocument)
  const [failure, setFailure] = useState<Problem | null>(null)
  const state = documents.value?.find((one) => one.id === id)?.state ?? 'due'
  const { run } = address
  const download = useCallback(async (): Promise<void> => {
    setFailure(null)
    const result = await run({ documentId: id })
    if (result.kind === 'refused') setFailure(result.problem)
    else save(result.value)
  }, [run, id])
  const saved = useRef<string | null>(null)
  useEffect(() => {
    if (state !== 'ready' || saved.current === id) return
    saved.current = id
    void download()
  }, [state, id, download])
  if (state === 'failed')
    return (
      <p role="alert">
        {t.failed}{' '}
        <Button
          variant="default"
          size="sm"
          loading={again.busy}
          disabled={again.blocked !== null}
          onClick={() => {
            setFailure(null)
            void again.run({ documentId: id }).then((result) => {
              if (result.kind === 'refused') setFailure(result.problem)
            })
          }}
        >
          {t.retry}
        </Button>
        {failure !== null && ` ${say(failure)}`}
      </p>
    )
  return (
    <>
      <output className={styles['quiet']}>
        {state === 'ready' ? t.ready : documents.offline ? t.waiting : t.due}
      </output>
      {state === 'ready' && (
        <Button
          variant="default"
          size="sm"
          loading={address.busy}
          disabled={documents.offline}
          onClick={() => void download()}
        >
          {t.again}
        </Button>
      )}
      {state === 'due' && documents.problem !== null && !documents.offline && (
        <p role="alert">
          {t.unknown}{' '}
          <Button
            variant="default"
            size="sm"
            loading={documents.fetching}
            onClick={() => void documents.refresh()}
          >
            {t.look}
          </Button>
        </p>
      )}
      {failure !== null && (
        <p role="alert">
          {t.notSaved} {say(failure)}
        </p>
      )}
    </>
  )
}

/**
 * Has the server draw the report as PDF, of what is chosen now (decisions.md, 'Reports tab'). It
 * needs a connection: the server draws what it knows.
 */
export function Pdf({ asked }: { readonly asked: ReportAsked }) {
  const t = reportsTexts(useEdition()).pdf
  const say = useProblemText()
  const offline = useOffline()
  const { run, busy, forbidden } = useCommand(createReport)
  const [made, setMade] = useState<{ readonly of: ReportAsked; readonly id: string } | null>(null)
  const [failure, setFailure] = useState<Problem | null>(null)
  const make = async (): Promise<void> => {
    setFailure(null)
    setMade(null)
    const result = await run(asked)
    if (result.kind === 'refused') setFailure(result.problem)
    else if (result.kind === 'done') setMade({ of: asked, id: result.value.id })
  }
  if (forbidden) return null
  return (
    <>
      <Button variant="default" loading={busy} disabled={offline} onClick={() => void make()}>
        {t.make}
      </Button>
      {offline && <p className={styles['quiet']}>{t.offline}</p>}
      {busy && <output className={styles['quiet']}>{t.due}</output>}
      {failure !== null && (
        <p role="alert">
          {t.notAsked} {say(failure)}
        </p>
      )}
      {made !== null && made.of === asked && <Made id={made.id} patientId={asked.patientId} />}
    </>
  )
}
