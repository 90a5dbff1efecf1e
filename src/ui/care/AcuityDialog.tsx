import { Button, Textarea, TextInput } from '@mantine/core'
import { formatPatientName } from '../../domain/identity'
import { acuityChange, acuityLevelOf, type AcuityScore } from '../../domain/patient/acuity'
import { formatDate } from '../../domain/time'
import { careTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { Dialog } from '../feedback'
import { NameConfirm } from '../form-kit'
import { useAcuityAge } from './AcuityChip'
import styles from './care.module.css'
import { useAcuityForm, type AcuityForm } from './use-acuity-form'

export interface AcuityDialogProps extends AcuityForm {
  readonly latest: AcuityScore | null
  readonly offline: boolean
}

/** What a change of acuity says (C426). */
const toneOf = { increasing: 'warning', decreasing: 'success', maintaining: 'info' } as const

/** Gives a score, with its meaning and the present score (C422 to C426). */
export function AcuityDialog({ latest, offline, ...given }: AcuityDialogProps) {
  const { patient, draft, onClose } = given
  const edition = useEdition()
  const texts = careTexts(edition)
  const t = texts.acuity
  const age = useAcuityAge(latest)
  const { form, typed, score, errors, failure, busy, setField, giveUp, submit } =
    useAcuityForm(given)
  const trend = score === null ? null : acuityChange(latest?.score ?? null, score)
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
          onChange={(event) => setField('score', event.currentTarget.value)}
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
          onChange={(event) => setField('reason', event.currentTarget.value)}
          error={errors.reason}
          rows={3}
          styles={{ input: { height: 'auto', paddingBlock: 8 } }}
        />
        <NameConfirm
          id={`${form}-name`}
          label={t.confirm}
          hint={t.confirmHint}
          value={typed.name}
          onChange={(value) => setField('name', value)}
          error={errors.name}
        />
        {draft.edited && draft.kept && <p className={styles['draft']}>{texts.draft}</p>}
        {offline && <p className={styles['offline']}>{t.offline}</p>}
      </form>
    </Dialog>
  )
}
