import { transferTargets } from '../../data/stay'
import { useAnswer } from '../../engine/react'
import { stayTexts } from '../../texts/stay'
import { useEdition } from '../../ui/edition'
import type { ActionReasonProps } from '../../ui/room'

/** Says that there is no other ward to move the patient to. */
export function NoOtherWard({ patient, children }: ActionReasonProps) {
  const t = stayTexts(useEdition())
  const { value } = useAnswer(transferTargets, { patientId: patient.id })
  const isOther = value?.wards.some(({ id }) => id !== patient.wardAdmission?.ward.id)
  return children(isOther === false ? t.ward.none : null)
}

/** Says that there is no other care pathway to move the patient to. */
export function NoOtherPathway({ patient, children }: ActionReasonProps) {
  const t = stayTexts(useEdition())
  const { value } = useAnswer(transferTargets, { patientId: patient.id })
  const isOther = value?.carePathways.some(({ id }) => id !== patient.wardAdmission?.carePathway.id)
  return children(isOther === false ? t.pathway.none : null)
}
