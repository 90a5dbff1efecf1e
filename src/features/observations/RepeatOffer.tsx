import { Button } from '@mantine/core'
import { useState } from 'react'
import { requestRepeat } from '../../data/repeat'
import type { AskedRepeat } from '../../domain/repeat/repeat'
import { useCommand } from '../../engine/react'
import { repeatsTexts } from '../../texts/repeats'
import { usePrincipal } from '../../ui/access'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import type { PatientActionProps } from '../../ui/room'
import { askedWords, replacedWords } from '../../ui/schedule'
import { useNow } from '../../ui/time'

/** After observations whose score asks for more: asks for them with one press. */
export function RepeatOffer({
  patient,
  asked,
  onClose,
}: PatientActionProps & { readonly asked: AskedRepeat }) {
  const edition = useEdition()
  const t = repeatsTexts(edition)
  const who = useIdentityLine(patient)
  const say = useProblemText()
  const command = useCommand(requestRepeat, { about: patient.id })
  const [failure, setFailure] = useState<string | null>(null)
  const what = askedWords(asked, edition)
  const replaces = replacedWords(patient.repeats, usePrincipal()?.userId, useNow(), edition)
  const ask = async (): Promise<void> => {
    setFailure(null)
    const result = await command.run({ patientId: patient.id, ...asked, reason: null })
    if (result.kind === 'refused') {
      setFailure(`${t.failed} ${say(result.problem)}`)
      return
    }
    showToast('repeat', t.asked(what), { tone: 'info' })
    onClose()
  }
  return (
    <Dialog
      title={t.offer.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t.offer.otherwise}
          </Button>
          <Button data-autofocus disabled={command.busy} onClick={() => void ask()}>
            {t.offer.ask(what)}
          </Button>
        </>
      }
    >
      <p>{who}</p>
      <p>{t.offer.text}</p>
      {replaces !== null && <p>{replaces}</p>}
      {failure !== null && <p role="alert">{failure}</p>}
    </Dialog>
  )
}
