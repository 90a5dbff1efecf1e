import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import type { Patient } from '../../domain/patient/patient'
import type { Me } from '../../domain/user/me'
import { useDraft, useSession } from '../../engine/react'
import { admissionTexts } from '../../texts/admission'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { AdmitJourney } from './AdmitJourney'
import { newJourney, readKept, type AdmitRights, type KeptJourney } from './journey-state'
import { AdmittedAlready } from './parts'
import { useJourneyStore } from './use-kept-journey'

const rightsOf = (principal: Principal): AdmitRights => ({
  hasSelfCare: principal.features.has('selfCare'),
  mayAdmit:
    may(principal, 'patient.admit') &&
    may(principal, 'ward.view') &&
    may(principal, 'pathway.view'),
  hasWards: principal.features.has('wards'),
  mayCreateLogin: may(principal, 'patient.create-login'),
  opensUnadmitted: may(principal, 'patient-archive.view') || !principal.features.has('wards'),
})

interface OpenedProps {
  /** As it was when it was opened: later changes are the journey's own. */
  readonly initial: KeptJourney
  readonly save: (text: string) => void
  readonly me: Me
  readonly principal: Principal
  readonly onClose: () => void
}

function Opened({ initial, save, me, principal, onClose }: OpenedProps) {
  const store = useJourneyStore(initial, save)
  return (
    <AdmitJourney
      store={store}
      me={me}
      rights={rightsOf(principal)}
      asksDischarge={may(principal, 'patient.set-expected-discharge')}
      onClose={onClose}
    />
  )
}

/** The journey, where it was left. @param known of whom it begins; null: with the search */
function KeptAdmission({
  known,
  referralId = null,
  onClose,
}: {
  readonly known: Patient | null
  /** What the admission follows from; null: no referral. */
  readonly referralId?: string | null
  readonly onClose: () => void
}) {
  const { me, principal } = useSession()
  const draft = useDraft(known === null ? 'admit' : `admit ${known.id}`)
  if (!draft.ready || me === null || principal === null) return null
  const begun = newJourney(
    known === null
      ? null
      : {
          id: known.id,
          firstName: known.firstName,
          lastName: known.lastName,
          birthDate: known.birthDate,
          gender: known.gender,
          identifier: known.nationalIdentifier?.value ?? null,
          telephone: known.telephone,
          address: known.address,
        },
    referralId,
  )
  const kept = readKept(draft.text)
  return (
    <Opened
      initial={
        kept === null || referralId === null
          ? (kept ?? begun)
          : { ...kept, state: { ...kept.state, referralId } }
      }
      save={draft.set}
      me={me}
      principal={principal}
      onClose={onClose}
    />
  )
}

/** Admits a patient, from the search on. */
export function AdmitDialog({ onClose }: { readonly onClose: () => void }) {
  return <KeptAdmission known={null} onClose={onClose} />
}

/**
 * Admits the patient of a record, as the referral of the address says; of somebody who is admitted it says so, and
 * nothing is written.
 */
export function AdmitAction({
  patient,
  onClose,
}: {
  readonly patient: Patient
  readonly onClose: () => void
}) {
  const { record } = admissionTexts(useEdition())
  const ownId = usePrincipal()?.organizationId
  const { search } = useLocation()
  const [referralId] = useState(() => new URLSearchParams(search).get('referral'))
  // As it was when it was opened: the journey's own admission is told by the journey.
  const [before] = useState(patient.wardAdmission)
  if (before !== null)
    return (
      <Dialog title={record.admit} size="small" onClose={onClose}>
        <AdmittedAlready
          admittedAt={before.admittedAt}
          organization={
            before.organization === undefined || before.organization.id === ownId
              ? null
              : before.organization.name
          }
        />
      </Dialog>
    )
  return <KeptAdmission known={patient} referralId={referralId} onClose={onClose} />
}
