/** What the list of patients shows (O263). */
export const patientListFilters = ['activeAdmission', 'all', 'recentlyDischarged'] as const
export type PatientListFilter = (typeof patientListFilters)[number]

/** How long somebody counts as recently discharged (O021). */
export const recentlyDischargedDays = 30
