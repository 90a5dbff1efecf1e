import { useId, useState, type FormEvent } from 'react'
import { isFullNameOf } from '../../domain/identity'
import { acuityReasonSchema, parseAcuityScore } from '../../domain/patient/acuity'
import { careTexts } from '../../texts/care'
import { useEdition } from '../edition'
import { useProblemText } from '../problem'
import { refusalWords, type ActResult, type CarePatient, type KeptFields } from './act'

/** The kept fields of the form, as typed. */
export type AcuityFields = Readonly<Record<'score' | 'reason', string>>

type Field = 'score' | 'reason' | 'name'
const fieldOrder = ['score', 'reason', 'name'] as const

export interface AcuityForm {
  readonly patient: CarePatient
  readonly save: (given: {
    readonly score: number
    readonly reason: string | null
  }) => Promise<ActResult>
  readonly draft: KeptFields<AcuityFields>
  readonly onClose: () => void
}

/**
 * The acuity form: errors and save (C422 to C426). The name is not kept: typing it shows that the
 * user looked at the patient.
 */
export const useAcuityForm = ({ patient, save, draft, onClose }: AcuityForm) => {
  const say = useProblemText()
  const t = careTexts(useEdition()).acuity
  const form = useId()
  const [name, setName] = useState('')
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const typed = { ...draft.fields, name }
  const score = parseAcuityScore(typed.score)
  const setField = (field: Field, value: string): void => {
    if (field === 'name') setName(value)
    else draft.set({ [field]: value })
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
      const first = fieldOrder.find((field) => field in wrong)
      document.getElementById(`${form}-${first ?? 'score'}`)?.focus()
      return
    }
    setBusy(true)
    const result = await save({ score, reason: reason.data })
    setBusy(false)
    if (result.kind === 'refused') setFailure(refusalWords(result.problem, say))
    else giveUp()
  }
  return { form, typed, score, errors, failure, busy, setField, giveUp, submit }
}
