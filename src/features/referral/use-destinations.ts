import { organizationRelationships, referrals } from '../../data/referral'
import { foldName } from '../../domain/identity'
import type { RelationshipPermission } from '../../domain/referral/referral'
import { useCall } from '../../engine/react'
import { referralTexts } from '../../texts/referral'
import { useEdition } from '../../ui/edition'
import type { EntityOption, EntitySearch } from '../../ui/form-kit'

const referring: RelationshipPermission = 'ReferPatient'

/** An address in one line; '' for none. */
const addressLine = (
  address: { readonly address: string; readonly postcode: string } | null,
): string =>
  [address?.address, address?.postcode]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')

/** Finds partners that take referrals; those with one that is pending are listed with the reason. */
export const useDestinations = (patientId: string): EntitySearch => {
  const { refer: t } = referralTexts(useEdition())
  const partners = useCall(organizationRelationships)
  const pending = useCall(referrals)
  return async (text) => {
    const [known, sent] = await Promise.all([
      partners.run(undefined),
      pending.run({ patientId, referralStatus: 'Pending' }),
    ])
    if (known.kind === 'refused') return known
    if (sent.kind === 'refused') return sent
    const waiting = new Set(
      sent.value.outgoingReferrals.map(({ destinationOrganization: { id } }) => id),
    )
    const words = foldName(text).split(' ')
    return {
      kind: 'done',
      value: known.value
        .filter(({ weHavePermissionTo }) =>
          weHavePermissionTo.some(({ permission }) => permission === referring),
        )
        .map(({ partnerOrganization: { id, name, address } }): EntityOption => {
          const detail = addressLine(address)
          return {
            id,
            label: name,
            ...(detail === '' ? {} : { detail }),
            ...(waiting.has(id) ? { reason: t.pending } : {}),
          }
        })
        .filter(({ label, detail = '' }) => {
          const within = foldName(`${label} ${detail}`)
          return words.every((word) => within.includes(word))
        }),
    }
  }
}
