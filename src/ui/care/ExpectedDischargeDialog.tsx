import { Button } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useState } from 'react'
import { formatPatientName } from '../../domain/identity'
import {
  aYearAfter,
  daysBetween,
  expectedDischargeError,
} from '../../domain/patient/expected-discharge'
import { dayOf, formatDate } from '../../domain/time'
import { careTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { ConfirmDialog, Dialog } from '../feedback'
import { readNow } from '../time'
import { refusalWords, type ActResult, type CarePatient, type KeptFields } from './act'
import styles from './care.module.css'
import { useProblemText } from '../problem'

export interface ExpectedDischargeDialogProps {
  readonly patient: CarePatient
  /** What the patient is called where the screen does not show who they are. */
  readonly shownAs: string | null
  /** As shown when the dialog opened. */
  readonly date: string | null
  readonly offline: boolean
  readonly save: (date: string | null) => Promise<ActResult>
  /** The chosen day, '' for none. */
  readonly draft: KeptFields<Readonly<Record<'date', string>>>
  readonly onClose: () => void
}

/** Changes the expected discharge date, or clears it after asking (C388, C389, C433 to C436). */
export function ExpectedDischargeDialog({
  patient,
  shownAs,
  date,
  offline,
  save,
  draft,
  onClose,
}: ExpectedDischargeDialogProps) {
  const edition = useEdition()
  const say = useProblemText()
  const texts = careTexts(edition)
  const t = texts.discharge
  const who =
    shownAs === null
      ? texts.patient(formatPatientName(patient), formatDate(patient.birthDate, edition))
      : texts.about(shownAs)
  const [today] = useState(() => dayOf(readNow()))
  const chosen = draft.fields.date === '' ? null : draft.fields.date
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const changed = chosen !== null && chosen !== date
  const error = changed ? expectedDischargeError(chosen, today) : null

  const giveUp = (): void => {
    draft.clear()
    onClose()
  }
  const act = async (next: string | null): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const result = await save(next)
    setBusy(false)
    if (result.kind === 'refused') setFailure(refusalWords(result.problem, say))
    else giveUp()
  }
  if (asking && date !== null) {
    return (
      <ConfirmDialog
        title={t.clearTitle}
        confirmLabel={t.clear}
        cancelLabel={t.keep}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void act(null)
        }}
      >
        <p>{who}</p>
        <p>{t.clearText(formatDate(date, edition))}</p>
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      title={t.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          {date !== null && (
            <Button variant="subtle" color="danger" onClick={() => setAsking(true)} disabled={busy}>
              {t.clear}
            </Button>
          )}
          <Button variant="default" onClick={giveUp}>
            {texts.cancel}
          </Button>
          <Button
            onClick={() => void act(chosen)}
            disabled={!changed || error !== null}
            loading={busy}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      <p className={styles['who']}>{who}</p>
      <p>{date === null ? t.nowNone : t.now(formatDate(date, edition))}</p>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{texts.notSaved}</strong> {failure}
        </p>
      )}
      <fieldset aria-label={t.calendar} className={styles['calendar']}>
        <DatePicker
          value={chosen}
          onChange={(next) => draft.set({ date: next ?? '' })}
          defaultDate={chosen !== null && chosen >= today ? chosen : today}
          minDate={today}
          maxDate={aYearAfter(today)}
          maxLevel="month"
          firstDayOfWeek={edition === 'en-US' ? 0 : 1}
          ariaLabels={{ previousMonth: t.previous, nextMonth: t.next }}
          size="md"
        />
      </fieldset>
      <p aria-live="polite" className={styles['chosen']}>
        {error !== null ? (
          <span className={styles['wrong']}>{error}</span>
        ) : chosen === null ? (
          ' '
        ) : changed ? (
          <>
            {t.chosen(formatDate(chosen, edition))}. {t.stay(daysBetween(today, chosen))}.
          </>
        ) : (
          t.unchanged
        )}
      </p>
      {draft.edited && draft.kept && <p className={styles['draft']}>{texts.draft}</p>}
      {offline && <p className={styles['offline']}>{t.offline}</p>}
    </Dialog>
  )
}
