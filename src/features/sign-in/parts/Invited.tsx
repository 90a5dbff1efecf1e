import { useState } from 'react'
import { acceptInvitation, declineInvitation, invitations } from '../../../data/session'
import type { Invitation } from '../../../domain/user/invitation'
import { useAnswer, useCommand } from '../../../engine/react'
import { accountTexts } from '../../../texts/account'
import { useEdition, useTexts } from '../../../ui/edition'
import { Await, TextSkeleton } from '../../../ui/feedback'
import { AnswerTold, InvitationList, type Told } from '../../../ui/invitations'
import styles from '../card.module.css'
import { useProblemText } from '../use-problem-text'

/**
 * Somebody signed in who belongs to no organisation: everybody who asks them to be a user, to accept or
 * decline.
 * @param onAccepted signs them in; true: they are
 */
export function Invited({
  onAccepted,
  onOtherAccount,
}: {
  readonly onAccepted: () => Promise<boolean>
  readonly onOtherAccount: () => void
}) {
  const t = accountTexts(useEdition()).invitations
  const { ui, signIn } = useTexts()
  const say = useProblemText()
  const answer = useAnswer(invitations, undefined)
  const [accept, decline] = [useCommand(acceptInvitation), useCommand(declineInvitation)]
  const [told, setTold] = useState<Told>()
  const [isEntering, setEntering] = useState(false)
  const { blocked } = accept

  const enter = async (): Promise<boolean> => {
    setEntering(true)
    const isIn = await onAccepted()
    if (!isIn) setEntering(false)
    return isIn
  }
  const sayYes = async ({ id }: Invitation) => {
    const result = await accept.run({ id })
    const isGone = result.kind === 'refused' && result.problem.kind === 'not-found'
    // An acceptance whose answer was lost is gone, too.
    if (result.kind !== 'refused' || isGone) {
      if (await enter()) return
    }
    if (result.kind === 'refused')
      setTold({ kind: 'danger', text: isGone ? t.gone : say(result.problem) })
    await answer.refresh()
  }
  const sayNo = async ({ id, organization }: Invitation) => {
    const result = await decline.run({ id })
    setTold(
      result.kind !== 'refused'
        ? { kind: 'info', text: t.declined(organization.name) }
        : {
            kind: 'danger',
            text: result.problem.kind === 'not-found' ? t.gone : say(result.problem),
          },
    )
    await answer.refresh()
  }
  return (
    <>
      <h1>{t.heading}</h1>
      <AnswerTold told={told} />
      <Await
        of={answer}
        failed={t.failed}
        skeleton={<TextSkeleton lines={4} />}
        empty={<p>{t.none}</p>}
      >
        {(asked) => (
          <>
            <p className={styles['lead']}>{t.leadNowhere}</p>
            <InvitationList
              invitations={asked}
              disabled={blocked !== null || accept.busy || decline.busy || isEntering}
              onAccept={(one) => void sayYes(one)}
              onDecline={(one) => void sayNo(one)}
            />
            {blocked !== null && <p>{ui.blocked[blocked]}</p>}
          </>
        )}
      </Await>
      <button type="button" className={styles['link']} onClick={onOtherAccount}>
        {signIn.otherAccount}
      </button>
    </>
  )
}
