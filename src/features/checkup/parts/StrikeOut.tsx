import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { strikeOutCheckup } from '../../../data/checkup'
import type { Checkup } from '../../../domain/checkup/checkup'
import {
  isReasonTold,
  longestStrikeOutText,
  mayStrikeOut,
  strikeOutReasons,
  struckOutPart,
} from '../../../domain/checkup/strike-out'
import { formatStaffName } from '../../../domain/identity'
import type { Patient } from '../../../domain/patient/patient'
import { unsentOf } from '../../../domain/sync/unsent'
import { formatDateTime, formatLongDate } from '../../../domain/time'
import { useCommand } from '../../../engine/react'
import { checkupTexts } from '../../../texts/checkup'
import { useMay, usePrincipal } from '../../../ui/access'
import { UnsentMark, useIdentityLine } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { Banner, showToast } from '../../../ui/feedback'
import { Fields, FormDialog, useCommandForm } from '../../../ui/form-kit'
import { useNow } from '../../../ui/time'

const typedSchema = z.object({ reason: z.enum(strikeOutReasons), text: z.string().nullable() })

interface StrikeOutProps {
  readonly checkup: Checkup
  readonly patient: Patient
}

function StrikeOutDialog({
  checkup,
  patient,
  onClose,
}: StrikeOutProps & { readonly onClose: () => void }) {
  const edition = useEdition()
  const t = checkupTexts(edition).struckOut
  const who = useIdentityLine(patient)
  const form = useCommandForm({
    command: useCommand(strikeOutCheckup, { about: patient.id }),
    fields: [
      {
        kind: 'select',
        name: 'reason',
        label: t.reason,
        required: true,
        missing: t.missing,
        options: strikeOutReasons.map((value) => ({ value, label: t.reasons[value] ?? value })),
      },
      {
        kind: 'textarea',
        name: 'text',
        label: t.other,
        rows: 2,
        maxLength: longestStrikeOutText,
      },
    ],
    before: { reason: '', text: '' },
    schema: typedSchema.transform(({ reason, text }, context) => {
      if (!isReasonTold(reason, reason === 'other' ? text : null))
        context.addIssue({ code: 'custom', path: ['text'], message: t.otherMissing })
      return {
        patientId: patient.id,
        checkupId: checkup.id,
        reason,
        text: reason === 'other' ? text : null,
      }
    }),
    onDone: () => {
      showToast('strike-out', t.done, { tone: 'info' })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.heading}
      submitLabel={t.submit}
      danger
      failed={t.failed}
      lead={
        <>
          <p>{who}</p>
          <p>{formatLongDate(checkup.endedAt, edition)}</p>
          <p>{t.effect}</p>
          <p>{t.again}</p>
        </>
      }
      onClose={onClose}
    >
      <Fields form={form} only={form.values.reason === 'other' ? ['reason', 'text'] : ['reason']} />
    </FormDialog>
  )
}

/** Strikes out a check-up, where the user may. What is not sent is given up among what waits. */
export function StrikeOut({ checkup, patient }: StrikeOutProps) {
  const t = checkupTexts(useEdition()).struckOut
  const mayAct = useMay('checkup.strike-out')
  const principal = usePrincipal()
  const nowMs = useNow()
  const [isOpen, setOpen] = useState(false)
  const isSent = checkup.revision > 0
  if (principal === null || !mayAct || !isSent || checkup.struckOut != null) return null
  const whose = {
    recordedBy: checkup.createdBy?.id ?? null,
    recordedAt: checkup.receivedAt,
    organizationId: checkup.organization.id,
  }
  if (!mayStrikeOut(whose, principal, nowMs)) return null
  return (
    <>
      <Button variant="default" data-print="off" onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      {isOpen && (
        <StrikeOutDialog checkup={checkup} patient={patient} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** That a check-up was entered in error: by whom, when and why. */
export function StruckOut({ checkup }: { readonly checkup: Checkup }) {
  const edition = useEdition()
  const t = checkupTexts(edition).struckOut
  const { struckOut } = checkup
  const unsent = unsentOf(checkup, struckOutPart)
  if (struckOut == null)
    return unsent === null ? null : <UnsentMark unsent={unsent} what={t.unsent} />
  return (
    <Banner kind="warning" title={t.title}>
      <p>
        {t.text(
          formatStaffName(struckOut.by),
          formatDateTime(struckOut.at, edition),
          struckOut.text ?? t.reasons[struckOut.reason] ?? struckOut.reason,
        )}
      </p>
      <UnsentMark unsent={unsent} what={t.unsent} />
    </Banner>
  )
}
