import { Button } from '@mantine/core'
import { setUpMessages } from '../../../data/ehr-integration'
import { unlinkIdentity } from '../../../data/toolbar-identity'
import { may } from '../../../domain/access/may'
import type { Principal } from '../../../domain/access/principal'
import { formatDateTime } from '../../../domain/time'
import type { ExternalIdentity } from '../../../domain/toolbar-identity/external-identity'
import { toolbarSource } from '../../../domain/toolbar-identity/toolbar-identity'
import type { Me } from '../../../domain/user/me'
import { useCommand, useSession } from '../../../engine/react'
import { ehrIntegrationsTexts } from '../../../texts/ehr-integrations'
import { toolbarIdentityTexts } from '../../../texts/toolbar-identity'
import { useEdition, useTexts } from '../../../ui/edition'
import { showToast } from '../../../ui/feedback'
import { useConfirmCommand } from '../../../ui/form-kit'
import styles from '../account.module.css'

/** The linked users of the toolbar, each with the way to unlink it (P177). */
function Linked({ identities }: { readonly identities: readonly ExternalIdentity[] }) {
  const edition = useEdition()
  const t = toolbarIdentityTexts(edition).section
  const { blocked: reasons } = useTexts().ui
  const { refreshMe } = useSession()
  const command = useCommand(unlinkIdentity)
  const named = ({ externalUserId, externalOrgId }: ExternalIdentity): string =>
    t.user(externalUserId, externalOrgId)
  const unlink = useConfirmCommand(
    command,
    (one: ExternalIdentity) => ({
      title: t.unlinkQuestion(named(one)),
      text: <p>{t.unlinkMeans}</p>,
      confirmLabel: t.unlink,
      danger: true,
      failed: t.unlinkFailed,
    }),
    {
      toInput: ({ id }) => ({ id }),
      onDone: () => {
        showToast('toolbar-unlinked', t.unlinked, { tone: 'info' })
        void refreshMe()
      },
    },
  )
  if (identities.length === 0) return <p className={styles['quiet']}>{t.none(toolbarSource)}</p>
  return (
    <>
      <p className={styles['quiet']}>{t.lead(toolbarSource)}</p>
      <ul className={styles['sessions']}>
        {identities.map((one) => (
          <li key={one.id}>
            <div>
              <strong>{named(one)}</strong>
              <p className={styles['quiet']}>
                {t.since(one.type, formatDateTime(one.linkedAt, edition))}
              </p>
            </div>
            <Button
              variant="default"
              disabled={command.blocked !== null}
              aria-label={t.unlinkNamed(named(one))}
              onClick={() => unlink.ask(one)}
            >
              {t.unlink}
            </Button>
          </li>
        ))}
      </ul>
      {command.blocked !== null && <p className={styles['quiet']}>{reasons[command.blocked]}</p>}
      {unlink.dialog}
    </>
  )
}

/** Whether messages may be filed in the user's name, and the way to change that for who may (P176). */
function Messages({
  isSetUp,
  mayChange,
}: {
  readonly isSetUp: boolean
  readonly mayChange: boolean
}) {
  const edition = useEdition()
  const t = ehrIntegrationsTexts(edition).setUp
  const { noRight } = toolbarIdentityTexts(edition).section
  const { blocked: reasons } = useTexts().ui
  const { refreshMe } = useSession()
  const command = useCommand(setUpMessages)
  const change = useConfirmCommand(
    command,
    ({ starts }: { readonly starts: boolean }) => ({
      title: starts ? t.start : t.stop,
      text: <p>{starts ? t.startSure : t.stopSure}</p>,
      confirmLabel: starts ? t.startConfirm : t.stopConfirm,
      danger: !starts,
      failed: t.failed,
    }),
    {
      toInput: ({ starts }) => ({ isSetUp: starts }),
      onDone: (_value, { starts }) => {
        showToast('pre-approved', starts ? t.startDone : t.stopDone, { tone: 'info' })
        void refreshMe()
      },
    },
  )
  return (
    <>
      <h3>{t.heading}</h3>
      <p className={styles['quiet']}>{isSetUp ? t.done : t.not}</p>
      {mayChange ? (
        <div className={styles['actions']}>
          <Button
            variant="default"
            disabled={command.blocked !== null}
            title={command.blocked === null ? undefined : reasons[command.blocked]}
            onClick={() => change.ask({ starts: !isSetUp })}
          >
            {isSetUp ? t.stop : t.start}
          </Button>
        </div>
      ) : (
        <p className={styles['quiet']}>{noRight}</p>
      )}
      {change.dialog}
    </>
  )
}

/** The user's identity in the clinical toolbar, and what is filed in their name (P173 to P177). */
export function ToolbarSection({
  me,
  principal,
}: {
  readonly me: Me
  readonly principal: Principal
}) {
  const t = toolbarIdentityTexts(useEdition()).section
  return (
    <section className={styles['section']} aria-labelledby="toolbar-heading">
      <h2 id="toolbar-heading">{t.heading}</h2>
      <Linked identities={me.externalAuthIdentities} />
      <Messages
        isSetUp={me.areQuicksilvaPreApprovedMessagesSetup}
        mayChange={may(principal, 'ehr-integration.edit')}
      />
    </section>
  )
}
