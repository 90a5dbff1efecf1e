import { Button } from '@mantine/core'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { linkIdentity, offeredIdentity } from '../../data/toolbar-identity'
import { may } from '../../domain/access/may'
import type { Problem } from '../../domain/problem'
import {
  decodeIdentity,
  type ToolbarIdentity,
} from '../../domain/toolbar-identity/toolbar-identity'
import type { Me } from '../../domain/user/me'
import { useAnswer, useCommand, useSession } from '../../engine/react'
import { toolbarIdentityTexts } from '../../texts/toolbar-identity'
import { carriedIdentity } from '../../ui/carried-identity'
import { useEdition, useTexts } from '../../ui/edition'
import { Await, Banner, showToast } from '../../ui/feedback'
import { useLeave } from '../../ui/leaving'
import { paths } from '../../ui/paths'
import { useProblemText } from '../../ui/problem'
import styles from './account.module.css'
import { ReauthenticateDialog } from './parts/ReauthenticateDialog'

interface OfferProps {
  /** As the toolbar signed it. */
  readonly signed: string
  readonly identity: ToolbarIdentity
  readonly me: Me
}

/** Names the user of the toolbar and the account, and links them once the password was shown (K26). */
function Offer({ signed, identity: { source, organizationId, userId }, me }: OfferProps) {
  const t = toolbarIdentityTexts(useEdition()).page
  const { doors, ui } = useTexts()
  const say = useProblemText()
  const navigate = useNavigate()
  const { refreshMe } = useSession()
  const answer = useAnswer(offeredIdentity, { identity: signed }, { secret: true })
  const command = useCommand(linkIdentity)
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  const { leave: signOut, leaving } = useLeave()
  const leave = () => void navigate(paths.home(), { replace: true })
  const link = async () => {
    setAsked(false)
    setProblem(null)
    const result = await command.run({
      externalOrgId: organizationId,
      externalUserId: userId,
      type: source,
      identity: signed,
    })
    if (result.kind === 'refused') return setProblem(result.problem)
    showToast('identity-linked', t.linked, { tone: 'info' })
    await refreshMe()
    return leave()
  }

  const offered = answer.value?.offered
  const isOthers = offered?.isLinkedToOther === true
  const isNothing = offered === null || offered?.isLinked === true
  // What was refused is said before anybody is led away from it.
  if (isNothing && problem === null && !command.busy) return <Navigate to={paths.home()} replace />
  return (
    <div className={styles['column']}>
      <h1>{doors.linkIdentity}</h1>
      <Await of={answer} failed={t.unread} offline={t.offline}>
        {() => (
          <>
            {isOthers ? (
              <Banner kind="warning" title={t.others(source)}>
                {t.othersText}
              </Banner>
            ) : (
              <p>{t.lead(source)}</p>
            )}
            <dl className={styles['named']}>
              <div>
                <dt>{t.source(source)}</dt>
                <dd>{t.user(userId, organizationId)}</dd>
              </div>
              <div>
                <dt>{t.account}</dt>
                <dd>{`${me.email}, ${me.actingOrganization.name}`}</dd>
              </div>
            </dl>
            {!isOthers && (
              <>
                <p>{t.warning}</p>
                <p className={styles['quiet']}>{t.undo}</p>
              </>
            )}
            {problem !== null && (
              <Banner kind="danger" title={t.failed}>
                {problem.kind === 'invalid-arguments' ? t.over : say(problem)}
              </Banner>
            )}
          </>
        )}
      </Await>
      <div className={styles['actions']}>
        {isOthers && (
          <Button onClick={signOut} loading={leaving}>
            {t.signOut}
          </Button>
        )}
        {answer.value !== null && !isOthers && (
          <Button
            onClick={() => setAsked(true)}
            loading={command.busy}
            disabled={command.blocked !== null}
            title={command.blocked === null ? undefined : ui.blocked[command.blocked]}
          >
            {t.link}
          </Button>
        )}
        <Button variant="default" onClick={leave}>
          {t.skip}
        </Button>
      </div>
      {isAsked && (
        <ReauthenticateDialog onDone={() => void link()} onClose={() => setAsked(false)} />
      )}
    </div>
  )
}

/** /link-identity: what cannot be read, or is not believed, leads home (P136 to P138). */
export function LinkIdentityScreen() {
  const signed = carriedIdentity(useLocation().state)
  const { me, principal } = useSession()
  const identity = decodeIdentity(signed)
  if (!me || !principal) return null
  if (signed === null || identity === null || !may(principal, 'identity.link'))
    return <Navigate to={paths.home()} replace />
  return <Offer signed={signed} identity={identity} me={me} />
}
