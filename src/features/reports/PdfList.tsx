import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  documentAddress,
  patientDocuments,
  retryDocument,
  type PatientDocument,
} from '../../data/document'
import { formatStaffName } from '../../domain/identity'
import type { Problem } from '../../domain/problem'
import { reportLists } from '../../domain/report/device'
import { momentText } from '../../domain/report/tables'
import { useAnswer, useCall, useCommand } from '../../engine/react'
import { reportsTexts } from '../../texts/reports'
import { useMay } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { ErrorState } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import styles from './reports.module.css'

/** So many are listed until somebody asks for all. */
const shownFirst = 3

/** Saves what is at an address of this server under the name that the server gives it. */
const save = (address: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** The file of a PDF; one that was just asked for is saved as soon as it is made. */
function Save({
  id,
  isWanted,
  label,
  offline,
}: {
  readonly id: string
  readonly isWanted: boolean
  readonly label: string
  readonly offline: boolean
}) {
  const t = reportsTexts(useEdition()).pdf
  const say = useProblemText()
  const { run, busy } = useCall(documentAddress)
  const [failure, setFailure] = useState<Problem | null>(null)
  const download = useCallback(async (): Promise<void> => {
    setFailure(null)
    const result = await run({ documentId: id })
    if (result.kind === 'refused') setFailure(result.problem)
    else save(result.value)
  }, [run, id])
  const isSaved = useRef(false)
  useEffect(() => {
    if (!isWanted || isSaved.current) return
    isSaved.current = true
    void download()
  }, [isWanted, download])
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        disabled={offline}
        aria-label={label}
        onClick={() => void download()}
      >
        {t.save}
      </Button>
      {failure !== null && (
        <span role="alert">
          {t.notSaved} {say(failure)}
        </span>
      )}
    </>
  )
}

/** One that could not be made, and to have it made again. */
function Failed({ id }: { readonly id: string }) {
  const t = reportsTexts(useEdition()).pdf
  const say = useProblemText()
  const { run, busy, blocked } = useCommand(retryDocument)
  const mayMake = useMay('document.make')
  const [failure, setFailure] = useState<Problem | null>(null)
  const again = async (): Promise<void> => {
    setFailure(null)
    const result = await run({ documentId: id })
    if (result.kind === 'refused') setFailure(result.problem)
  }
  return (
    <>
      <span role="alert">
        {t.failed}
        {failure !== null && ` ${say(failure)}`}
      </span>
      {mayMake && (
        <Button
          variant="default"
          size="sm"
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

function Made({
  document: { id, state, createdAt, createdBy, report },
  isWanted,
  offline,
}: {
  readonly document: PatientDocument
  readonly isWanted: boolean
  readonly offline: boolean
}) {
  const edition = useEdition()
  const texts = reportsTexts(edition)
  const t = texts.pdf
  const moment = (iso: string): string => momentText(Date.parse(iso), { edition, zone: null })
  const asked = t.by(moment(createdAt), formatStaffName(createdBy) || null)
  const period =
    report === null ? asked : texts.sheet.period(moment(report.start), moment(report.end))
  const contents =
    report === null
      ? []
      : reportLists.filter((list) => report[list]).map((list) => texts.lists[list])
  return (
    <li>
      <span>
        <strong>{period}</strong>
        {report !== null && (
          <span className={styles['quiet']}>
            {' '}
            {contents.length === reportLists.length ? t.everything : contents.join(', ')}. {asked}
          </span>
        )}
      </span>
      {state === 'due' && <output className={styles['quiet']}>{t.due}</output>}
      {state === 'failed' && <Failed id={id} />}
      {state === 'ready' && (
        <Save id={id} isWanted={isWanted} offline={offline} label={t.saveOf(period)} />
      )}
    </li>
  )
}

/**
 * The reports of a patient that were asked for as PDF, newest first, by anybody and whatever is
 * chosen now. `wanted`: the one that was just asked for.
 */
export function PdfList({
  patientId,
  wanted,
}: {
  readonly patientId: string
  readonly wanted: string | null
}) {
  const t = reportsTexts(useEdition()).pdf
  const [isWhole, setWhole] = useState(false)
  const { value, problem, offline, fetching, refresh } = useAnswer(patientDocuments, { patientId })
  const reports = value?.filter(({ kind }) => kind === 'report') ?? null
  if (reports === null && offline) return <p className={styles['quiet']}>{t.listOffline}</p>
  if (reports?.length === 0 && problem === null) return null
  return (
    <>
      {problem !== null && !offline && (
        <ErrorState
          look="line"
          title={t.listFailed}
          onRetry={() => void refresh()}
          retrying={fetching}
        />
      )}
      {reports !== null && reports.length > 0 && (
        <section className={styles['made']} aria-labelledby="report-pdfs">
          <h3 id="report-pdfs">{t.made}</h3>
          <ul>
            {(isWhole ? reports : reports.slice(0, shownFirst)).map((document) => (
              <Made
                key={document.id}
                document={document}
                isWanted={document.id === wanted}
                offline={offline}
              />
            ))}
          </ul>
          {!isWhole && reports.length > shownFirst && (
            <Button variant="default" size="sm" onClick={() => setWhole(true)}>
              {t.all(reports.length)}
            </Button>
          )}
        </section>
      )}
    </>
  )
}
