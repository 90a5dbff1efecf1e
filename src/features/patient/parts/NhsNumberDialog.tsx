import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { nhsNumberDetails } from '../../../data/nhs-number'
import { formatNationalIdentifier } from '../../../domain/identity'
import { formatDateTime } from '../../../domain/time'
import { useAnswer } from '../../../engine/react'
import { nhsNumberTexts } from '../../../texts/nhs-number'
import { Dash } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { Await, Dialog, showToast } from '../../../ui/feedback'
import styles from './Record.module.css'

const detailsText = (
  details: string | ((fields: readonly string[]) => string),
  fields: readonly string[],
): string => (typeof details === 'string' ? details : details(fields))

/** What the national directory said of the patient's NHS number (O102 to O107). */
export function NhsNumberDialog({
  patientId,
  onClose,
}: {
  readonly patientId: string
  readonly onClose: () => void
}) {
  const edition = useEdition()
  const t = nhsNumberTexts(edition)
  const answer = useAnswer(nhsNumberDetails, { patientId })
  const hasFailed = answer.problem !== null && !answer.offline
  useEffect(() => {
    if (hasFailed) showToast('nhs-number', t.failedToast)
  }, [hasFailed, t])
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Await of={answer} failed={t.failed}>
        {({ nhsNumber, latestRetrievalTime: at, latestStatus: { status, fields } }) => (
          <>
            <dl className={styles['details']}>
              <div>
                <dt>{t.labels.nhsNumber}</dt>
                <dd>
                  <Dash>{nhsNumber === null ? null : formatNationalIdentifier(nhsNumber)}</Dash>
                </dd>
              </div>
              <div>
                <dt>{t.labels.retrieved}</dt>
                <dd>{at === null ? t.never : formatDateTime(at, edition)}</dd>
              </div>
              <div>
                <dt>{t.labels.status}</dt>
                <dd>{t.statuses[status]}</dd>
              </div>
              <div>
                <dt>{t.labels.details}</dt>
                <dd>
                  {detailsText(
                    t.details[status],
                    fields.map((field) => t.fields[field]),
                  )}
                </dd>
              </div>
            </dl>
            <p>{status === 'NotFound' ? t.hintNotFound : t.hint}</p>
          </>
        )}
      </Await>
    </Dialog>
  )
}
