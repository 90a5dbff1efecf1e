import type { Task } from '../../data/referral'
import { tasksTexts } from '../../texts/tasks'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'

/** What becomes of the sender's stay, and of the admission here; null: it is no question any more. */
export const useStayText = (): ((task: Task) => string | null) => {
  const t = tasksTexts(useEdition()).stay
  const hasWards = usePrincipal()?.features.has('wards') === true
  return ({ referral, patient, isAdmittedAtSender, endsStay, awaitsAdmission }) => {
    const { name } = referral.organization
    if (patient === null) return null
    if (referral.status === 'Accepted') {
      if (!awaitsAdmission) return null
      return isAdmittedAtSender ? `${t.awaits} ${t.elsewhere(name)}` : t.awaits
    }
    if (referral.status !== 'Pending') return null
    if (endsStay) return t.ends(name)
    if (!isAdmittedAtSender) return `${t.none(name)} ${hasWards ? t.admitAtOnce : t.read}`
    const stays =
      referral.data?.shouldDischargeOnAcceptance === true ? t.again(name) : t.stays(name)
    return `${stays} ${hasWards ? t.admitLater : t.read}`
  }
}
