import { useState } from 'react'
import { acceptInvitation, declineInvitation, invitations } from '../../../data/session'
import type { Invitation } from '../../../domain/user/invitation'
import { useAnswer, useCommand, useSession } from '../../../engine/react'
import { accountTexts } from '../../../texts/account'
import { useEdition, useTexts } from '../../../ui/edition'
import { Await } from '../../../ui/feedback'
import { AnswerTold, InvitationList, type Told } from '../../../ui/invitations'
import { useProblemText } from '../../../ui/problem'
import styles from '../account.module.css'

/** Organisations that ask the user to be one of theirs. Nothing where none does. */
export function InvitationsSection() {
  const t = accountTexts(useEdition()).invitations
  const { blocked: reasons } = useTexts().ui
  const say = useProblemText()
  const { refreshMe } = useSession()
  const answer = useAnswer(invitations, undefined)
  const [accept, decline] = [useCommand(acceptInvitation), useCommand(declineInvitation)]
  const [told, setTold] = useState<Told>()
  const { blocked } = accept
  const isOff = blocked !== null || accept.busy || decline.busy

  const respond = async (
    { run }: typeof accept,
    { id, organization }: Invitation,
    done: (name: string) => string,
  ) => {
    const result = await run({ id })
    if (result.kind === 'refused') {
      const { problem } = result
      setTold({ kind: 'danger', text: problem.kind === 'not-found' ? t.gone : say(problem) })
      return answer.refresh()
    }
    setTold({ kind: 'info', text: done(organization.name) })
    return refreshMe()
  }

  const asksNothing = answer.value?.length === 0 && answer.problem === null
  const isUnknown = answer.value === null && answer.problem === null && !answer.offline
  if ((asksNothing || isUnknown) && told === undefined) return null
  return (
    <section className={styles['section']} aria-labelledby="invitations-heading">
      <h2 id="invitations-heading">{t.heading}</h2>
      <AnswerTold told={told} />
      {answer.value === null && answer.offline ? (
        <p className={styles['quiet']}>{t.offline}</p>
      ) : (
        <Await of={answer} failed={t.failed} skeleton={<></>} empty={<></>}>
          {(asked) => (
            <>
              <p className={styles['quiet']}>{t.lead}</p>
              <InvitationList
                invitations={asked}
                disabled={isOff}
                onAccept={(one) => void respond(accept, one, t.accepted)}
                onDecline={(one) => void respond(decline, one, t.declined)}
              />
              {blocked !== null && <p>{reasons[blocked]}</p>}
            </>
          )}
        </Await>
      )}
    </section>
  )
}
