import { Button } from '@mantine/core'
import { useState } from 'react'
import { lookAtCriticalInformation } from '../../data/critical-information'
import {
  criticalFields,
  criticalPart,
  isMasked,
  isOpenTo,
  knownField,
  recordingOf,
  type CriticalField,
} from '../../domain/critical/information'
import { may } from '../../domain/access/may'
import { formatStaffName } from '../../domain/identity'
import { formatDateTime } from '../../domain/time'
import { useCommand, useOffline } from '../../engine/react'
import { criticalInformationTexts } from '../../texts/critical-information'
import { usePrincipal } from '../../ui/access'
import { useIdentityLine } from '../../ui/clinical'
import { UnsentCritical } from '../../ui/critical'
import { fieldWords, reviewWords } from '../../domain/critical/words'
import { useEdition } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import type { PatientActionProps } from '../../ui/room'
import { useNow } from '../../ui/time'
import { Allergies } from './Allergies'
import { AllergyDialog, StrikeOutDialog } from './AllergyDialogs'
import styles from './Critical.module.css'
import { InformationDialog } from './InformationDialog'
import type { Allergy } from '../../domain/critical/allergies'

/** What is masked of a field until somebody asks to see it; each look is told to the log. */
function useLook(patientId: string, field: CriticalField) {
  const t = criticalInformationTexts(useEdition())
  const say = useProblemText()
  const look = useCommand(lookAtCriticalInformation, { about: patientId })
  const [isShown, setShown] = useState(false)
  const show = async (): Promise<void> => {
    if (!isMasked(field)) return
    const result = await look.run({ patientId, field })
    if (result.kind === 'refused')
      showToast(`look ${field}`, `${t.notShown} ${say(result.problem)}`)
    else setShown(true)
  }
  return { isHidden: isMasked(field) && !isShown, show, busy: look.busy }
}

function Field({
  patient,
  field,
  onRecord,
}: {
  readonly patient: PatientActionProps['patient']
  readonly field: CriticalField
  readonly onRecord: () => void
}) {
  const edition = useEdition()
  const t = criticalInformationTexts(edition)
  const now = useNow()
  const principal = usePrincipal()
  const known = knownField(patient, field)
  const look = useLook(patient.id, field)
  const isHidden = known.kind === 'value' && look.isHidden
  const entry = 'entry' in known ? known.entry : null
  const review = entry === null ? null : reviewWords(entry, now, edition)
  const action = entry === null ? t.record : t.correct
  const mayRecord = principal !== null && may(principal, recordingOf(field))
  const isRegistered =
    field === 'conditions' &&
    known.kind === 'notRecorded' &&
    patient.preExistingConditions.length > 0
  return (
    <div className={styles['field']}>
      <dt>{t.fields[field]}</dt>
      <dd>
        <span data-known={known.kind} className={styles['value']}>
          {isHidden ? t.masked : fieldWords(patient, field, edition)}
        </span>
        <UnsentCritical patient={patient} part={criticalPart(field)} />
        {entry !== null && (
          <span className={styles['quiet']}>
            {t.by(formatStaffName(entry.recordedBy), formatDateTime(entry.capturedAt, edition))}
          </span>
        )}
        {isRegistered && <span className={styles['quiet']}>{t.registered}</span>}
        {review !== null && (
          <span className={styles['quiet']} data-over={review.isOver}>
            {review.words}
          </span>
        )}
        <span className={styles['acts']}>
          {isHidden && (
            <Button
              variant="default"
              loading={look.busy}
              aria-label={t.showNamed(t.fields[field])}
              onClick={() => void look.show()}
            >
              {t.show}
            </Button>
          )}
          {/* What is hidden is not corrected blindly. */}
          {mayRecord && !isHidden && isOpenTo(patient, field) && (
            <Button
              variant="default"
              aria-label={t.recordNamed(action, t.fields[field])}
              onClick={onRecord}
            >
              {action}
            </Button>
          )}
        </span>
        {isHidden && <span className={styles['quiet']}>{t.looked}</span>}
        {!mayRecord && recordingOf(field) === 'critical-information.decide' && (
          <span className={styles['quiet']}>{t.noDecider}</span>
        )}
      </dd>
    </div>
  )
}

type Open =
  | { readonly kind: 'field'; readonly field: CriticalField }
  | { readonly kind: 'allergy' }
  | { readonly kind: 'strike'; readonly entry: Allergy }

/** What everybody must know about a patient, to read and to record, online and offline. */
export function CriticalDialog({ patient, onClose }: PatientActionProps) {
  const t = criticalInformationTexts(useEdition())
  const who = useIdentityLine(patient)
  const isOffline = useOffline()
  const [open, setOpen] = useState<Open | null>(null)
  const back = (): void => setOpen(null)
  return (
    <>
      <Dialog title={t.title} size="medium" onClose={onClose}>
        <p>{who}</p>
        <p className={styles['quiet']}>{isOffline ? t.offline : t.lead}</p>
        <dl className={styles['fields']}>
          <Allergies
            patient={patient}
            onAdd={() => setOpen({ kind: 'allergy' })}
            onStrike={(entry) => setOpen({ kind: 'strike', entry })}
          />
          {criticalFields.map((field) => (
            <Field
              key={field}
              patient={patient}
              field={field}
              onRecord={() => setOpen({ kind: 'field', field })}
            />
          ))}
        </dl>
      </Dialog>
      {open?.kind === 'field' && (
        <InformationDialog patient={patient} field={open.field} onClose={back} />
      )}
      {open?.kind === 'allergy' && <AllergyDialog patient={patient} onClose={back} />}
      {open?.kind === 'strike' && (
        <StrikeOutDialog patient={patient} entry={open.entry} onClose={back} />
      )}
    </>
  )
}
