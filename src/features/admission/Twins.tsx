import { z } from 'zod'
import { formatPatientName } from '../../domain/identity'
import { differentPatientReason } from '../../domain/patient/different-patient'
import { formatDate } from '../../domain/time'
import { admissionTexts } from '../../texts/admission'
import { useEdition } from '../../ui/edition'
import { ConfirmDialog } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import type { TwinQuestion } from './use-patient-step'

function TwinList({ twins }: Pick<TwinQuestion, 'twins'>) {
  const edition = useEdition()
  const t = admissionTexts(edition).patient.twins
  return (
    <>
      <p>{t.text}</p>
      <ul>
        {twins.map((twin) => (
          <li key={twin.id}>
            {t.twin(formatPatientName(twin), formatDate(twin.birthDate, edition), twin.likeness)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Asks how somebody knows that one of the same names and birth date is another person (T7). */
function DifferentPatient({ twins, answer }: TwinQuestion) {
  const t = admissionTexts(useEdition()).patient.twins
  const form = useCommandForm({
    command: {
      run: ({ reason }: { reason: string }) => Promise.resolve({ kind: 'done', value: reason }),
    },
    schema: z.object({ reason: differentPatientReason }),
    fields: [
      {
        kind: 'textarea',
        name: 'reason',
        label: t.reason,
        hint: t.reasonHint,
        required: true,
        missing: t.reasonMissing,
        rows: 3,
        maxLength: 1000,
      },
    ],
    before: { reason: '' },
    onDone: (reason) => answer({ reason }),
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.register}
      cancelLabel={t.no}
      onClose={() => answer(null)}
      lead={
        <>
          <TwinList twins={twins} />
          <p>{t.different}</p>
        </>
      }
    />
  )
}

/** Asks whether somebody similar is the same person. */
export function Twins(question: TwinQuestion) {
  const t = admissionTexts(useEdition()).patient.twins
  const { twins, asksReason, answer } = question
  if (asksReason) return <DifferentPatient {...question} />
  return (
    <ConfirmDialog
      title={t.title}
      confirmLabel={t.yes}
      cancelLabel={t.no}
      onConfirm={() => answer({ reason: null })}
      onCancel={() => answer(null)}
    >
      <TwinList twins={twins} />
    </ConfirmDialog>
  )
}
