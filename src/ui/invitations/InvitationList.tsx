import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../domain/time'
import type { Invitation } from '../../domain/user/invitation'
import { accountTexts } from '../../texts/account'
import { useEdition } from '../edition'
import { Banner } from '../feedback'
import styles from './InvitationList.module.css'

/** What became of an answer. */
export interface Told {
  readonly kind: 'info' | 'danger'
  readonly text: string
}

/** Says what became of an answer, and takes the focus: the button that was pressed is gone. */
export function AnswerTold({ told }: { readonly told: Told | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told !== undefined) place.current?.focus()
  }, [told])
  if (told === undefined) return null
  return (
    <div ref={place} tabIndex={-1}>
      <Banner kind={told.kind}>{told.text}</Banner>
    </div>
  )
}

/** Organisations that ask a person to be one of their users: who asks, for which roles and until when. */
export function InvitationList({
  invitations,
  disabled,
  onAccept,
  onDecline,
}: {
  readonly invitations: readonly Invitation[]
  readonly disabled: boolean
  readonly onAccept: (invitation: Invitation) => void
  readonly onDecline: (invitation: Invitation) => void
}) {
  const edition = useEdition()
  const t = accountTexts(edition).invitations
  return (
    <ul className={styles['list']}>
      {invitations.map((one) => {
        const until = formatDateTime(one.expiresAt, edition)
        return (
          <li key={one.id}>
            <div>
              <strong>{one.organization.name}</strong>
              <p>{t.about(one.invitedBy, one.roles, one.jobRole)}</p>
              <p>{one.hasExpired ? t.expired(until) : t.until(until)}</p>
            </div>
            {!one.hasExpired && (
              <div className={styles['actions']}>
                <Button
                  variant="default"
                  disabled={disabled}
                  aria-label={t.declineNamed(one.organization.name)}
                  onClick={() => onDecline(one)}
                >
                  {t.decline}
                </Button>
                <Button
                  disabled={disabled}
                  aria-label={t.acceptNamed(one.organization.name)}
                  onClick={() => onAccept(one)}
                >
                  {t.accept}
                </Button>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
