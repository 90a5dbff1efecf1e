import { Link } from 'react-router-dom'
import { referrals } from '../../data/referral'
import { useAnswer } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { useDetail } from '../../ui/detail'
import { useEdition } from '../../ui/edition'
import { Tooltip } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import type { PatientTabProps } from '../../ui/room'
import styles from './referral.module.css'

/** What is pending about the patient: who refers them here, and where they are referred to. */
export function ReferralChips({ patient }: PatientTabProps) {
  const t = referralTexts(useEdition()).chip
  const dialog = useDetail('dialog')
  const { value } = useAnswer(referrals, { patientId: patient.id, referralStatus: 'Pending' })
  if (value === null) return null
  const { incomingReferrals: incoming, outgoingReferrals: outgoing } = value
  const [first] = outgoing
  return (
    <>
      {incoming.length > 0 && (
        <Tooltip
          label={t.incomingFrom(incoming.map(({ organization }) => organization.name).join(', '))}
        >
          <Link to={paths.tasks('active')} className={styles['chip']}>
            {t.incoming(incoming.length)}
          </Link>
        </Tooltip>
      )}
      {first !== undefined && (
        <button
          type="button"
          className={styles['chip']}
          aria-haspopup="dialog"
          onClick={() => dialog.open('referrals')}
        >
          {outgoing.length === 1
            ? t.outgoing(first.destinationOrganization.name)
            : t.outgoingMany(outgoing.length)}
        </button>
      )}
    </>
  )
}
