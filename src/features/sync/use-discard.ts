import { useState } from 'react'
import { useOutbox } from '../../engine/react'
import { toProblem } from '../../domain/problem'
import { showToast } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'

/**
 * Gives one item of the outbox up, for a reason.
 * @param onDone the item leaves the list
 * @param onFailed it is still there, and `failure` says why
 */
export const useDiscard = (
  itemId: string,
  done: string,
  onDone: () => void,
  onFailed: () => void,
) => {
  const { discard } = useOutbox()
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const giveUp = async (reason: string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await discard(itemId, reason)
      showToast('sync', done)
      onDone()
    } catch (thrown) {
      setBusy(false)
      const problem = toProblem(thrown)
      const text = textOf(problem)
      // Somebody decided about it elsewhere: the item leaves the list, and this dialog with it.
      if (problem.kind === 'conflict') showToast('sync', text)
      setFailure(text)
      onFailed()
    }
  }
  return { busy, failure, giveUp }
}
