/** What is said of somebody who is admitted (O074). @param organization another's; null: one's own */
export const alreadyAdmittedText = (since: string, organization: string | null): string =>
  `Patient already admitted (since ${since})${organization === null ? '' : ` at ${organization}`}`

/** What to do about it (O075). */
export const dischargeFirst =
  'To transfer them to a different ward, please discharge them first via the patient record.'
