/** How far back an admission may be dated, ms. */
const backdatedMostMs = 86_400_000

/** Whether an admission was recorded more than a day after it began (C063). ISO times. */
export const isBackdated = (admission: {
  readonly admittedAt: string
  readonly createdAt: string
}): boolean => Date.parse(admission.createdAt) - Date.parse(admission.admittedAt) > backdatedMostMs

/** What is wrong with an effective admission date (O306, O307); null: nothing. Epoch ms. */
export const admissionTimeError = (atMs: number, nowMs: number): string | null => {
  if (atMs > nowMs) return 'Effective admission date cannot be in the future'
  return atMs < nowMs - backdatedMostMs
    ? 'Effective admission date cannot be more than 24 hours in the past'
    : null
}
