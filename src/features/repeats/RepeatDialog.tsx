import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { requestRepeat } from '../../data/repeat'
import { isRepeatPossible, longestReason, type AskedRepeat } from '../../domain/repeat/repeat'
import { durationWords } from '../../domain/time'
import { useCommand } from '../../engine/react'
import { repeatsTexts } from '../../texts/repeats'
import { UnsentRepeats } from '../../ui/care'
import { usePrincipal } from '../../ui/access'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { useProblemText } from '../../ui/problem'
import type { PatientActionProps } from '../../ui/room'
import { askedWords, replacedWords } from '../../ui/schedule'
import { useNow } from '../../ui/time'
import styles from './Repeats.module.css'
import { StandingRepeats } from './StandingRepeats'

/** What is asked for usually, one press each. */
const usual: readonly AskedRepeat[] = [
  { inMinutes: 15, everyMinutes: null, forMinutes: null },
  { inMinutes: 30, everyMinutes: null, forMinutes: null },
  { inMinutes: 60, everyMinutes: null, forMinutes: null },
  { inMinutes: 30, everyMinutes: 30, forMinutes: 120 },
  { inMinutes: 60, everyMinutes: 60, forMinutes: 240 },
]
/** What the form offers, minutes. */
const offered = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1440] as const
const typedSchema = z.object({
  first: z.coerce.number(),
  every: z.coerce.number().nullable(),
  during: z.coerce.number().nullable(),
  reason: z.string().nullable(),
})

/** What a new request takes the place of. */
function Replaced({ patient }: Pick<PatientActionProps, 'patient'>) {
  const words = replacedWords(patient.repeats, usePrincipal()?.userId, useNow(), useEdition())
  return words === null ? null : <p>{words}</p>
}

/** Any other time, and why. */
function OtherDialog({
  patient,
  onBack,
  onClose,
}: PatientActionProps & { readonly onBack: () => void }) {
  const edition = useEdition()
  const t = repeatsTexts(edition)
  const who = useIdentityLine(patient)
  const options = offered.map((minutes) => ({
    value: String(minutes),
    label: durationWords(minutes * 60_000, edition),
  }))
  const form = useCommandForm({
    command: useCommand(requestRepeat, { about: patient.id }),
    fields: [
      {
        kind: 'select',
        name: 'first',
        label: t.fields.first,
        required: true,
        placeholder: t.choose,
        options,
        autoFocus: true,
      },
      {
        kind: 'select',
        name: 'every',
        label: t.fields.every,
        placeholder: t.onlyOnce,
        options: options.filter(({ value }) => Number(value) >= 10),
      },
      {
        kind: 'select',
        name: 'during',
        label: t.fields.during,
        placeholder: t.onlyOnce,
        options,
      },
      {
        kind: 'textarea',
        name: 'reason',
        label: t.fields.reason,
        rows: 2,
        maxLength: longestReason,
      },
    ],
    before: { first: '', every: '', during: '', reason: '' },
    schema: z.unknown().transform((read, context) => {
      const { first, every, during, reason } = typedSchema.parse(read)
      const asked: AskedRepeat = { inMinutes: first, everyMinutes: every, forMinutes: during }
      if (!isRepeatPossible(asked))
        context.addIssue({
          code: 'custom',
          path: [every === null ? 'every' : 'during'],
          message: every === null ? t.alone : during === null ? t.both : t.tooShort,
        })
      return { patientId: patient.id, ...asked, reason }
    }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.ask}
      failed={t.failed}
      lead={
        <>
          <p>{who}</p>
          <Replaced patient={patient} />
          <Button variant="subtle" onClick={onBack}>
            {t.back}
          </Button>
        </>
      }
      onClose={onClose}
    />
  )
}

/** Asks for a patient to be measured again: usual times with one press, any other by a form. */
export function RepeatDialog({ patient, onClose }: PatientActionProps) {
  const edition = useEdition()
  const t = repeatsTexts(edition)
  const who = useIdentityLine(patient)
  const say = useProblemText()
  const command = useCommand(requestRepeat, { about: patient.id })
  const [isOther, setOther] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ask = async (asked: AskedRepeat): Promise<void> => {
    setFailure(null)
    const result = await command.run({ patientId: patient.id, ...asked, reason: null })
    if (result.kind === 'refused') {
      setFailure(`${t.failed} ${say(result.problem)}`)
      return
    }
    showToast('repeat', t.asked(askedWords(asked, edition)), { tone: 'info' })
    onClose()
  }
  if (isOther)
    return <OtherDialog patient={patient} onBack={() => setOther(false)} onClose={onClose} />
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{who}</p>
      <StandingRepeats patient={patient} />
      <UnsentRepeats patient={patient} />
      <p>{t.lead}</p>
      <Replaced patient={patient} />
      {failure !== null && <p role="alert">{failure}</p>}
      <div className={styles['usual']}>
        {usual.map((asked, nth) => (
          <Button
            key={askedWords(asked, edition)}
            variant="default"
            disabled={command.busy}
            data-autofocus={nth === 0 ? true : undefined}
            onClick={() => void ask(asked)}
          >
            {askedWords(asked, edition)}
          </Button>
        ))}
        <Button variant="default" onClick={() => setOther(true)}>
          {t.other}
        </Button>
      </div>
    </Dialog>
  )
}
