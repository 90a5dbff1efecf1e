import { useState } from 'react'
import { useOutbox } from '../../engine/react'
import { toProblem } from '../../domain/problem'
import type { SyncTexts } from '../../texts/sync'
import { showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'

export interface SendAgain {
  readonly busy: boolean
  /** Why the last attempt failed, for the user. */
  readonly failure: string | null
  readonly send: () => Promise<void>
}

/**
 * @param onSent the item leaves the list
 * @param onFailed the pressed button was disabled meanwhile: move the focus
 */
export const useSendAgain = (
  itemId: string,
  t: SyncTexts,
  onSent: () => void,
  onFailed: () => void,
): SendAgain => {
  const say = useProblemText()
  const { retry } = useOutbox()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await retry(itemId)
      showToast('sync', t.actions.asked)
      onSent()
    } catch (thrown) {
      const problem = toProblem(thrown)
      const text = say(problem)
      setFailure(text)
      // Somebody decided about it elsewhere: the item leaves the list, and its own message with it.
      if (problem.kind === 'conflict') showToast('sync', text)
      onFailed()
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, send }
}
