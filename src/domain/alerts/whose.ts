import type { Principal } from '../access/principal'

/**
 * Whether the staff of another organisation alone deal with a patient's alerts: it has them on a ward,
 * and the acting one has wards of its own. Who referred somebody away does not answer calls for a
 * patient whom they do not see. An organisation without wards looks after everybody whom it is linked
 * with, a practice after residents (docs/decisions/0040).
 * @param admittedBy the organisation's id; null: the patient is on no ward
 */
export const areDealtWithElsewhere = (
  { features, organizationId }: Pick<Principal, 'features' | 'organizationId'>,
  admittedBy: string | null,
): boolean => features.has('wards') && admittedBy !== null && admittedBy !== organizationId
