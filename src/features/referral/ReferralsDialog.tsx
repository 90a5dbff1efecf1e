import { Button } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cancelReferral, referrals, type Referral } from '../../data/referral'
import { formatStaffName } from '../../domain/identity'
import { formatDateTime } from '../../domain/time'
import { useAnswer, useCommand } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { useEdition, useTexts } from '../../ui/edition'
import { Await, Dialog, showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { paths } from '../../ui/paths'
import type { PatientActionProps } from '../../ui/room'
import { RowButtons } from '../../ui/table'
import styles from './referral.module.css'

function Entry({
  referral,
  organization,
  children,
}: {
  readonly referral: Referral
  /** The other side. */
  readonly organization: string
  /** What can be done about it while it is pending. */
  readonly children: ReactNode
}) {
  const edition = useEdition()
  const { list: t, statuses, reasonOf } = referralTexts(edition)
  const { status, reason, data, decidedAt, rejectionReason } = referral
  const isPending = status === 'Pending'
  const at = (iso: string): string => formatDateTime(iso, edition)
  return (
    <li>
      <div className={styles['head']}>
        <strong>{organization}</strong>
        <span>
          {decidedAt === null ? statuses[status] : t.decided(statuses[status], at(decidedAt))}
        </span>
      </div>
      <p className={styles['meta']}>
        {t.sent(at(referral.createdAt), formatStaffName(referral.referringUser))}
      </p>
      {reason !== null && (
        <p>
          {reasonOf(reason.reason)}
          {reason.comment !== null && `: ${reason.comment}`}
        </p>
      )}
      {data !== null && <p className={styles['words']}>{data.supportingInformation}</p>}
      {rejectionReason !== null && (
        <p className={styles['words']}>{t.rejection(rejectionReason)}</p>
      )}
      {isPending && data?.shouldDischargeOnAcceptance === true && <p>{t.discharges}</p>}
      {isPending && <div>{children}</div>}
    </li>
  )
}

function Part({
  title,
  none,
  entries,
}: {
  readonly title: string
  readonly none: string
  readonly entries: readonly ReactNode[]
}) {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {entries.length === 0 ? <p>{none}</p> : <ul className={styles['list']}>{entries}</ul>}
    </section>
  )
}

/** Where a patient was referred to and from, and what became of it. */
export function ReferralsDialog({ patient, onClose }: PatientActionProps) {
  const { list: t } = referralTexts(useEdition())
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(referrals, { patientId: patient.id, referralStatus: null })
  const command = useCommand(cancelReferral)
  const withdraw = useConfirmCommand(
    command,
    ({ destinationOrganization: { name } }: Referral) => ({
      title: t.withdrawTitle,
      text: t.withdrawSure(name),
      confirmLabel: t.withdraw,
      cancelLabel: t.keep,
      danger: true,
      failed: t.withdrawFailed,
    }),
    {
      toInput: ({ id }) => ({ referralId: id }),
      onDone: (_value, { destinationOrganization: { name } }) =>
        showToast('referral', t.withdrawn(name), { tone: 'info' }),
    },
  )
  const disabled = command.blocked === null ? null : reasons[command.blocked]
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Await of={answer} failed={t.failed}>
        {({ outgoingReferrals, incomingReferrals }) => (
          <>
            <Part
              title={t.outgoing}
              none={t.noOutgoing}
              entries={outgoingReferrals.map((referral) => (
                <Entry
                  key={referral.id}
                  referral={referral}
                  organization={referral.destinationOrganization.name}
                >
                  <RowButtons
                    actions={[
                      {
                        label: t.withdraw,
                        action: 'referral.cancel',
                        danger: true,
                        disabled,
                        onSelect: () => withdraw.ask(referral),
                      },
                    ]}
                  />
                </Entry>
              ))}
            />
            <Part
              title={t.incoming}
              none={t.noIncoming}
              entries={incomingReferrals.map((referral) => (
                <Entry
                  key={referral.id}
                  referral={referral}
                  organization={referral.organization.name}
                >
                  <Link to={paths.tasks('active')}>{t.tasks}</Link>
                </Entry>
              ))}
            />
          </>
        )}
      </Await>
      {withdraw.dialog}
    </Dialog>
  )
}
