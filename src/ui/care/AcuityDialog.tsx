import { Button, Textarea, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { formatPatientName, isFullNameOf } from '../../domain/identity'
import {
  acuityChange,
  acuityLevelOf,
  acuityReasonSchema,
  parseAcuityScore,
  type AcuityScore,
} from '../../domain/patient/acuity'
import { formatDate } from '../../domain/time'
import { careTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { Dialog } from '../feedback'
import { NameConfirm } from '../form-kit'
import { refusalWords, type ActResult, type CarePatient, type KeptFields } from './act'
import { useAcuityAge } from './AcuityChip'
import styles from './care.module.css'
import { useProblemText } from '../problem'

/** What is kept of the form: as it was typed. */
export type AcuityFields = Readonly<Record<'score' | 'reason', string>>

export interface AcuityDialogProps {
  readonly patient: CarePatient
  readonly latest: AcuityScore | null
  readonly offline: boolean
  readonly save: (given: {
    readonly score: number
    readonly reason: string | null
  }) => Promise<ActResult>
  readonly draft: KeptFields<AcuityFields>
  readonly onClose: () => void
}

type Field = 'score' | 'reason' | 'name'

/** What a change of acuity says (C426). */
const toneOf = { increasing: 'warning', decreasing: 'success', maintaining: 'info' } as const

/**
 * Gives a score, with what it means beside the present one; only who types the full name of the
 * patient may (C422 to C426). Score and reason are kept until they are saved or given up; the name
 * is typed anew each time, because it stands for a look at the patient.
 */
export function AcuityDialog({
  patient,
  latest,
  offline,
  save,
  draft,
  onClose,
}: AcuityDialogProps) {
  const edition = useEdition()
  const say = useProblemText()
  const texts = careTexts(edition)
  const t = texts.acuity
  const form = useId()
  const age = useAcuityAge(latest)
  const [name, setName] = useState('')
  const typed = { ...draft.fields, name }
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const score = parseAcuityScore(typed.score)
  const trend = score === null ? null : acuityChange(latest?.score ?? null, score)
  const change =
    (field: Field) =>
    (event: { readonly currentTarget: { readonly value: string } }): void => {
      if (field === 'name') setName(event.currentTarget.value)
      else draft.set({ [field]: event.currentTarget.value })
      setErrors({ ...errors, [field]: undefined })
    }
  const giveUp = (): void => {
    draft.clear()
    onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const reason = acuityReasonSchema.safeParse(typed.reason)
    const wrong: Partial<Record<Field, string>> = {
      ...(score === null ? { score: t.outOfRange } : {}),
      ...(reason.success ? {} : { reason: reason.error.issues[0]?.message ?? '' }),
      ...(isFullNameOf(typed.name, patient)
        ? {}
        : { name: typed.name.trim() === '' ? t.confirmMissing : t.confirmWrong }),
    }
    setErrors(wrong)
    setFailure(null)
    if (score === null || !reason.success || Object.keys(wrong).length > 0) {
      const first = (['score', 'reason', 'name'] as const).find((field) => field in wrong)
      document.getElementById(`${form}-${first ?? 'score'}`)?.focus()
      return
    }
    setBusy(true)
    const result = await save({ score, reason: reason.data })
    setBusy(false)
    if (result.kind === 'refused') setFailure(refusalWords(result.problem, say))
    else giveUp()
  }
  return (
    <Dialog
      title={t.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={giveUp}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        autoComplete="off"
        id={form}
        onSubmit={(event) => void submit(event)}
        noValidate
        className={styles['form']}
      >
        <p className={styles['who']}>
          {texts.patient(formatPatientName(patient), formatDate(patient.birthDate, edition))}
        </p>
        <p>
          {latest === null
            ? t.nowNone
            : t.now(t.shown(latest.score, t.levels[acuityLevelOf(latest.score)]), age)}
          {latest?.reason != null && (
            <>
              <br />
              {t.because(latest.reason)}
            </>
          )}
        </p>
        {failure !== null && (
          <p role="alert" className={styles['failure']}>
            <strong>{texts.notSaved}</strong> {failure}
          </p>
        )}
        <TextInput
          id={`${form}-score`}
          label={t.score}
          description={t.scale}
          value={typed.score}
          onChange={change('score')}
          error={errors.score}
          maxLength={1}
          inputMode="numeric"
          required
          autoComplete="off"
          data-autofocus
          classNames={{ input: styles['digit'] ?? '' }}
        />
        <p aria-live="polite" className={styles['chosen']}>
          {score !== null && t.shown(score, t.levels[acuityLevelOf(score)])}
          {trend !== null && (
            <span className={styles['trend']} data-tone={toneOf[trend]}>
              {t.trend[trend]}
            </span>
          )}
        </p>
        <Textarea
          id={`${form}-reason`}
          label={t.reason}
          value={typed.reason}
          onChange={change('reason')}
          error={errors.reason}
          rows={3}
          styles={{ input: { height: 'auto', paddingBlock: 8 } }}
        />
        <NameConfirm
          id={`${form}-name`}
          label={t.confirm}
          hint={t.confirmHint}
          value={typed.name}
          onChange={(value) => change('name')({ currentTarget: { value } })}
          error={errors.name}
        />
        {draft.edited && draft.kept && <p className={styles['draft']}>{texts.draft}</p>}
        {offline && <p className={styles['offline']}>{t.offline}</p>}
      </form>
    </Dialog>
  )
}
