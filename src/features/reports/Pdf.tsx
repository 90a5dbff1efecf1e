import { Button } from '@mantine/core'
import { useState } from 'react'
import { createReport, type ReportAsked } from '../../data/report'
import { useCommand } from '../../engine/react'
import { reportsTexts } from '../../texts/reports'
import { useMay } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { useSubmission } from '../../ui/form-kit'
import { useProblemText } from '../../ui/problem'
import { PdfList } from './PdfList'
import styles from './reports.module.css'

/**
 * Has the server draw the report as PDF, of what is chosen now (decisions.md, 'Reports tab'), and
 * lists what was asked for before, whatever is chosen. It needs a connection: the server draws what
 * it knows. After a lost answer the server is asked under the same key: nothing is said not to have
 * been asked for before that is known.
 * @param asked null: nothing is chosen
 */
export function Pdf({
  asked,
  patientId,
}: {
  readonly asked: ReportAsked | null
  readonly patientId: string
}) {
  const t = reportsTexts(useEdition()).pdf
  const say = useProblemText()
  const command = useCommand(createReport)
  const mayMake = useMay('document.make')
  const [wanted, setWanted] = useState<string | null>(null)
  const { state, locked, send, check } = useSubmission(command, {
    done: (value) => setWanted(value?.id ?? null),
  })
  const isOffline = command.blocked !== null
  const isUnknown = state.kind === 'unknown' || state.kind === 'checking'
  return (
    <div className={styles['pdf']}>
      {mayMake && asked !== null && (
        <Button
          variant="default"
          loading={locked}
          disabled={isOffline}
          onClick={() => void send(asked)}
        >
          {t.make}
        </Button>
      )}
      {mayMake && isOffline && !isUnknown && <p className={styles['quiet']}>{t.offline}</p>}
      {state.kind === 'busy' && <output className={styles['quiet']}>{t.asking}</output>}
      {isUnknown && <output>{isOffline ? t.checkingOffline : t.checking}</output>}
      {isUnknown && !isOffline && (
        <Button variant="default" size="sm" loading={state.kind === 'checking'} onClick={check}>
          {t.check}
        </Button>
      )}
      {state.kind === 'refused' && (
        <p role="alert">
          {t.notAsked} {say(state.problem)}
        </p>
      )}
      <PdfList patientId={patientId} wanted={wanted} />
    </div>
  )
}
