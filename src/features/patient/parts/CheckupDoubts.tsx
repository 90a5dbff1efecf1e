import { Button } from '@mantine/core'
import { updatePatientFlags } from '../../../data/admission'
import { onOxygen } from '../../../domain/patient/flag-types'
import type { Patient } from '../../../domain/patient/patient'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import { useCommand } from '../../../engine/react'
import { patientTexts } from '../../../texts/patient'
import { useMay } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import { showToast, Tooltip } from '../../../ui/feedback'
import { useProblemText } from '../../../ui/problem'
import { checkupNotes } from '../../../ui/risk'
import styles from './RecordHeader.module.css'

/** Ends the flag with one press: the next check-up then counts air, as the device says. */
function EndOxygen({ patient }: { readonly patient: Patient }) {
  const t = patientTexts(useEdition()).oxygen
  const say = useProblemText()
  const { run, busy, blocked } = useCommand(updatePatientFlags, { about: patient.id })
  const press = async (): Promise<void> => {
    const toast = `oxygen ${patient.id}`
    const result = await run({
      patientId: patient.id,
      flags: [{ type: onOxygen, active: false }],
    })
    if (result.kind === 'refused') showToast(toast, t.failed(say(result.problem)))
    else showToast(toast, t.ended, { tone: 'info' })
  }
  const button = (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      disabled={blocked !== null}
      onClick={() => void press()}
    >
      {t.end}
    </Button>
  )
  return blocked === null ? button : <Tooltip label={t.offline}>{button}</Tooltip>
}

/**
 * What must be known to believe the newest check-up, as on the card. Where the flag says oxygen and
 * the check-up air, who may ends the flag here.
 */
export function CheckupDoubts({
  patient,
  onBoard,
}: {
  readonly patient: Patient
  readonly onBoard: VirtualWardPatient
}) {
  const mayEnd = useMay('patient.set-flags')
  const notes = checkupNotes(onBoard, useEdition())
  if (notes.length === 0) return null
  const isFlagged =
    patient.wardAdmission?.patientFlags.some(({ type, active }) => active && type === onOxygen) ??
    false
  const isDoubted = onBoard.latestCheckup?.doubts.includes('oxygen-flag') ?? false
  return (
    <div className={styles['doubts']}>
      <span>{notes.join(' ')}</span>
      {isFlagged && isDoubted && mayEnd && <EndOxygen patient={patient} />}
    </div>
  )
}
