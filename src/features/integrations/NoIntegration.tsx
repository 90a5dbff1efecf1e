import { ehrIntegrations } from '../../data/ehr-integration'
import { useAnswer } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { useEdition } from '../../ui/edition'
import type { ActionReasonProps } from '../../ui/room'

/** Says that the patient's pathway has nothing to send by (C059). */
export function NoIntegration({ patient, children }: ActionReasonProps) {
  const t = ehrIntegrationsTexts(useEdition()).push
  const pathway = patient.wardAdmission?.carePathway
  const { value } = useAnswer(ehrIntegrations, {
    carePathwayId: pathway?.id ?? '',
    triggerType: 'Manual',
  })
  return children(value?.integrations.length === 0 ? t.none(pathway?.name ?? '') : null)
}
