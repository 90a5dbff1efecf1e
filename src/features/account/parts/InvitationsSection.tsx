import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  acceptInvitation,
  declineInvitation,
  invitations,
  type Invitation,
} from '../../../data/session'
import { formatDateTime } from '../../../domain/time'
import { useAnswer, useCommand, useSession } from '../../../engine/react'
import { accountTexts } from '../../../texts/account'
import { useEdition, useTexts } from '../../../ui/edition'
import { Await, Banner } from '../../../ui/feedback'
import { useProblemText } from '../../../ui/problem'
import styles from '../account.module.css'

/** Organisations that ask the user to be one of theirs. Nothing where none does. */
export function InvitationsSection() {
  const edition = useEdition()
  const t = accountTexts(edition).invitations
  const { blocked: reasons } = useTexts().ui
  const say = useProblemText()
  const { refreshMe } = useSession()
  const answer = useAnswer(invitations, undefined)
  const [accept, decline] = [useCommand(acceptInvitation), useCommand(declineInvitation)]
  const [told, setTold] = useState<{ readonly kind: 'info' | 'danger'; readonly text: string }>()
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
      {told && <Banner kind={told.kind}>{told.text}</Banner>}
      {answer.value === null && answer.offline ? (
        <p className={styles['quiet']}>{t.offline}</p>
      ) : (
        <Await of={answer} failed={t.failed} skeleton={<></>} empty={<></>}>
          {(open) => (
            <>
              <p className={styles['quiet']}>{t.lead}</p>
              <ul className={styles['sessions']}>
                {open.map((one) => (
                  <li key={one.id}>
                    <div>
                      <strong>{one.organization.name}</strong>
                      <p className={styles['quiet']}>
                        {t.about(one.invitedBy, one.roles, one.jobRole)}
                      </p>
                      <p className={styles['quiet']}>
                        {t.until(formatDateTime(one.expiresAt, edition))}
                      </p>
                    </div>
                    <div className={styles['actions']}>
                      <Button
                        variant="default"
                        disabled={isOff}
                        aria-label={t.declineNamed(one.organization.name)}
                        onClick={() => void respond(decline, one, t.declined)}
                      >
                        {t.decline}
                      </Button>
                      <Button
                        disabled={isOff}
                        aria-label={t.acceptNamed(one.organization.name)}
                        onClick={() => void respond(accept, one, t.accepted)}
                      >
                        {t.accept}
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
              {blocked !== null && <p>{reasons[blocked]}</p>}
            </>
          )}
        </Await>
      )}
    </section>
  )
}
