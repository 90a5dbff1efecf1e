import { Button } from '@mantine/core'
import { updatePatientFlags } from '../../../data/admission'
import { onOxygen } from '../../../domain/patient/flag-types'
import { useCommand } from '../../../engine/react'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { showToast, Tooltip } from '../../../ui/feedback'
import { useProblemText } from '../../../ui/problem'

/** Ends the flag with one press: the next check-up then counts air, as the device says. */
export function EndOxygen({ patientId }: { readonly patientId: string }) {
  const t = checkupTexts(useEdition()).oxygen
  const say = useProblemText()
  const { run, busy, blocked } = useCommand(updatePatientFlags, { about: patientId })
  const press = async (): Promise<void> => {
    const toast = `oxygen ${patientId}`
    const result = await run({ patientId, flags: [{ type: onOxygen, active: false }] })
    if (result.kind === 'refused') showToast(toast, t.failed(say(result.problem)))
    else showToast(toast, t.ended, { tone: 'info' })
  }
  const button = (
    <Button
      variant="default"
      loading={busy}
      disabled={blocked !== null}
      data-print="off"
      onClick={() => void press()}
    >
      {t.end}
    </Button>
  )
  return blocked === null ? button : <Tooltip label={t.offline}>{button}</Tooltip>
}
